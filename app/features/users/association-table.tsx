import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRST_ROW_INDEX } from '~/components/table/body-row';
import { RowButton } from '~/components/table/row-button';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '~/components/table/table-roles';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '~/components/ui/table';
import type { CondoAssociation } from '~/contract/user-reading';
import { dash, formatDate, titleCase } from '~/lib/format';
import { msg, t, translate } from '~/lib/texts';
import { unitHash } from '~/lib/unit-hash';

/** A column of an associations table; the screens show different ones. */
export interface AssociationColumn {
  header: string;
  cell: (association: CondoAssociation) => ReactNode;
}

export const BUILDING_NAME: AssociationColumn = {
  header: msg`Building`,
  cell: (association) => <CondoLink association={association} text={association.condo_name} />,
};

/** The building's name, or its id where the name is missing. */
export const BUILDING_NAME_OR_ID: AssociationColumn = {
  header: msg`Condo`,
  cell: (association) => (
    <CondoLink
      association={association}
      text={association.condo_name?.trim() || association.condo_id}
    />
  ),
};

export const APARTMENT: AssociationColumn = {
  header: msg`Apartment`,
  cell: (association) => (
    <CondoLink
      association={association}
      text={association.apartment_number}
      hash={unitHash(association.apartment_number)}
    />
  ),
};

export const ROLE: AssociationColumn = {
  header: msg`Role`,
  cell: (association) => dash(titleCase(association.role ?? '')),
};

export const DATE_CREATED: AssociationColumn = {
  header: msg`Date Created`,
  cell: (association) => formatDate(association.created_at),
};

interface CondoLinkProps {
  association: CondoAssociation;
  text: string | number | null;
  /** The apartment on the building's page. */
  hash?: string | undefined;
}

/** Leads to the building; plain text where there is no id or nothing to name. */
function CondoLink({ association: { condo_id }, text, hash }: CondoLinkProps) {
  const shown = dash(text);
  if (condo_id === null || text === null || shown !== String(text)) return <>{shown}</>;
  return (
    <Link
      to="/condos/$condoId"
      params={{ condoId: condo_id }}
      {...(hash !== undefined && { hash })}
      className="link"
    >
      {shown}
    </Link>
  );
}

/** The building and, where there is one, the apartment. */
export function associationName({ condo_name, apartment_number }: CondoAssociation): string {
  return [condo_name, apartment_number].filter(Boolean).join(', ');
}

interface AssociationTableProps {
  /** Read by screen readers. */
  caption: string;
  associations: readonly CondoAssociation[];
  columns: readonly AssociationColumn[];
  /** Adds a column with a Delete for each row. */
  onDelete?: (association: CondoAssociation) => void;
}

/** A user's associations; on a phone each is a card (styles.css). */
export function AssociationTable({
  caption,
  associations,
  columns,
  onDelete,
}: AssociationTableProps) {
  return (
    <Table {...TABLE} aria-label={caption} className="cards min-w-md table-fixed">
      <TableHead {...ROW_GROUP}>
        <TableRow {...ROW}>
          {columns.map(({ header }) => (
            <TableHeader key={header} {...COLUMN_HEADER}>
              {translate(header)}
            </TableHeader>
          ))}
          {onDelete && <TableHeader {...COLUMN_HEADER}>{t`Actions`}</TableHeader>}
        </TableRow>
      </TableHead>
      <TableBody {...ROW_GROUP}>
        {associations.map((association, index) => (
          <TableRow
            key={association.id ?? `at-${index}`}
            {...ROW}
            aria-rowindex={index + FIRST_ROW_INDEX}
          >
            {columns.map(({ header, cell }) => (
              <TableCell
                key={header}
                {...CELL}
                data-label={translate(header)}
                className="wrap-anywhere"
              >
                {cell(association)}
              </TableCell>
            ))}
            {onDelete && (
              <TableCell {...CELL}>
                <DeleteButton association={association} onPress={onDelete} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

interface DeleteButtonProps {
  association: CondoAssociation;
  onPress: (association: CondoAssociation) => void;
}

function DeleteButton({ association, onPress }: DeleteButtonProps) {
  if (association.id === null) return <>-</>;
  return (
    <RowButton
      label={t`Delete`}
      about={associationName(association)}
      variant="quiet-danger"
      onPress={() => onPress(association)}
    />
  );
}
