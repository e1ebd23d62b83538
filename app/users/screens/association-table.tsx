import { unitHash } from '~/apartments/search';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { columnsOf } from '~/kit/table/table-features';
import { RowButton } from '~/kit/table/row-actions';
import type { CondoAssociation } from '~/users/fields';
import { textOrDash, formatDate, formatDateOnly, titleCase } from '~/language/format';
import { msg, t } from '~/language/texts';

const { columns, column, actions } = columnsOf<CondoAssociation>();

type AssociationColumn = ReturnType<typeof column>;

export const BUILDING_NAME = column('building', msg`Building`, (association) => (
  <CondoLink association={association} text={association.condo_name} />
));

/** The building's name, or its id if the name is missing. */
export const BUILDING_NAME_OR_ID = column('condo', msg`Condo`, (association) => (
  <CondoNameOrId association={association} />
));

export function CondoNameOrId({ association }: { association: CondoAssociation }) {
  const { condo_name, condo_id } = association;
  return <CondoLink association={association} text={condo_name?.trim() || condo_id} />;
}

export const APARTMENT = column('apartment', msg`Apartment`, (association) => (
  <CondoLink
    association={association}
    text={association.apartment_number}
    hash={unitHash(association.apartment_number)}
  />
));

export const ROLE = column('role', msg`Role`, ({ role }) => textOrDash(titleCase(role ?? '')));

export const DATE_CREATED = column('created_at', msg`Date Created`, ({ created_at }) =>
  formatDate(created_at),
);

export const SINCE = column('since', msg`Since`, ({ since }) => formatDateOnly(since));

export const UNTIL = column('until', msg`Until`, ({ until }) => formatDateOnly(until));

/** The columns of an associations table. Screens show different ones. */
export const associationColumns = (selected: AssociationColumn[]) => columns(selected);

export const deleteColumn = (onDelete: (association: CondoAssociation) => void) =>
  actions('7.5rem', (association) =>
    association.id === null ? (
      '-'
    ) : (
      <RowButton
        label={t`Delete`}
        about={associationName(association)}
        variant="quiet-danger"
        onPress={() => onDelete(association)}
      />
    ),
  );

export const tenancyColumn = (render: (association: CondoAssociation) => ReactNode) =>
  actions('11rem', render, { words: [msg`Edit`, msg`Delete`] });

interface CondoLinkProps {
  association: CondoAssociation;
  text: string | number | null;
  /** Fragment of the apartment on the building's page. */
  hash?: string | undefined;
}

/** Link to the building; plain text without an id or a name. */
function CondoLink({ association: { condo_id }, text, hash }: CondoLinkProps) {
  const label = textOrDash(text);
  if (condo_id === null || text === null || label !== String(text)) {
    return <span translate="no">{label}</span>;
  }
  return (
    <Link
      to="/condos/$condoId"
      params={{ condoId: condo_id }}
      {...(hash !== undefined && { hash })}
      translate="no"
      className="link"
    >
      {label}
    </Link>
  );
}

/** The building's name, with the apartment's number if there is one. */
export function associationName({ condo_name, apartment_number }: CondoAssociation): string {
  return [condo_name, apartment_number].filter(Boolean).join(', ');
}
