import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unnamedCondo, condoQueries } from '~/condos/queries';
import { TableCell, TableHead, TableHeader, TableRow } from '~/kit/ui/table';
import { columnsOf, fieldText, headingOf, rowErrorText } from './row-values';
import { formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import { SHOWN_ROWS } from '~/imports/answer-rows';
import { rowNumberOf, type ReferenceNames, type RowError } from '~/imports/bulk-reading';

export function CondoName({ condoId }: { condoId: number }) {
  const { data } = useQuery(condoQueries.detail(condoId));
  return data?.name || unnamedCondo(condoId);
}

interface RowsTableProps {
  caption: string;
  rows?: readonly unknown[];
  /** Rows with one error each, which has a separate column. */
  errors?: readonly RowError[];
  /** Number of all rows, if these are only the first ones. */
  total?: number;
  /** Names to show instead of ids. */
  names?: ReferenceNames;
}

/** Rows below a heading. The children appear between both. */
export function RowsSection({ children, ...table }: RowsTableProps & { children?: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{table.caption}</h3>
      {children}
      <RowsTable {...table} />
    </section>
  );
}

/** The first rows of a list, with whatever fields they have. */
export function RowsTable({ caption, errors, rows, total, names }: RowsTableProps) {
  const all = errors?.map(({ row }) => row) ?? rows ?? [];
  const count = total ?? all.length;
  const listed = all.slice(0, SHOWN_ROWS);
  const columns = columnsOf(listed);
  const numbered = listed.some((row) => rowNumberOf(row) !== null);
  return (
    <div className="grid gap-2">
      {/* The only scroll container, so that the header sticks and the keyboard can scroll. */}
      <div
        className="max-h-112 overflow-auto rounded-md border border-line"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={caption}
      >
        <table className="w-full border-collapse text-left" aria-label={caption}>
          <TableHead className="sticky top-0 bg-sunken">
            <TableRow>
              {numbered && <TableHeader className="text-right">{t`Row`}</TableHeader>}
              {errors && <TableHeader className="min-w-80">{t`Error`}</TableHeader>}
              {columns.map((name) => (
                <TableHeader key={name} className="whitespace-nowrap">
                  {headingOf(name)}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <tbody>
            {listed.map((row, index) => (
              // Rows have no identity, and the list never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <TableRow key={index}>
                {numbered && (
                  <TableCell className="text-right text-muted tabular-nums">
                    {rowNumberOf(row)}
                  </TableCell>
                )}
                {errors && <TableCell className="text-danger">{errorAt(errors[index])}</TableCell>}
                {columns.map((name) => (
                  <TableCell key={name} translate="no" className="max-w-72 truncate">
                    {fieldText(names?.get(name), fieldText(row, name)) || fieldText(row, name)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </table>
      </div>
      {count > listed.length && (
        <p className="text-sm text-muted">
          {t`The first ${listed.length} of ${formatNumber(count)} rows are shown.`}
        </p>
      )}
    </div>
  );
}

function errorAt(row: RowError | undefined): string {
  return row ? rowErrorText(row) : '';
}
