import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/checkbox';
import { Table, TableCell, TableRow } from '~/components/ui/table';
import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import type { ReviewedRow } from '~/contract/bulk-review';
import { dash, formatNumber } from '~/lib/format';
import { t, translate } from '~/lib/texts';

/** Rows that are shown at first, and more with each press. */
const SHOWN_ROWS = 100;

interface ChangesTableProps {
  /** Each has been changed here too. */
  areConflicts?: boolean;
  type: BulkType;
  rows: readonly ReviewedRow[];
  /** The ids of the rows that are applied. */
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
}

/** Rows with each of their changed fields, old to new, and a checkbox each. */
export function ChangesTable(props: ChangesTableProps) {
  const { areConflicts = false, type, rows, chosen, onChoose } = props;
  const [shown, setShown] = useState(SHOWN_ROWS);
  if (rows.length === 0) return null;
  const title = areConflicts ? t`Conflicts` : t`Changed rows`;
  const labels = new Map(BULK_COLUMNS[type].map(({ field, label }) => [field, translate(label)]));
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      {areConflicts && (
        <p className="text-muted">
          {t`These were changed in the panel since the export. What is stored stays, unless you choose the file's values.`}
        </p>
      )}
      <div className="overflow-x-auto rounded-md border border-line">
        <Table
          aria-label={title}
          headings={
            areConflicts
              ? [t`Mine`, { number: t`Row` }, t`Name`, t`Theirs to mine`]
              : [t`Apply`, { number: t`Row` }, t`Name`, t`Old to new`]
          }
        >
          {rows.slice(0, shown).map((row) => (
            <TableRow key={row.id}>
              <TableCell>
                <Checkbox
                  aria-label={areConflicts ? t`Use mine for ${row.name}` : t`Apply ${row.name}`}
                  checked={chosen.has(row.id)}
                  onCheckedChange={(on) => onChoose(row.id, on)}
                />
              </TableCell>
              <TableCell className="text-right tabular-nums">{row.row_number}</TableCell>
              <TableCell>{row.name}</TableCell>
              <TableCell>
                <ul className="grid gap-1">
                  {row.changes.map(({ field, old, new: value }) => (
                    <li key={field} className="wrap-break-word">
                      <span className="text-muted">{labels.get(field) ?? field}:</span>{' '}
                      <del>{dash(old)}</del> → <ins className="no-underline">{dash(value)}</ins>
                    </li>
                  ))}
                </ul>
              </TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
      {rows.length > shown && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setShown(shown + SHOWN_ROWS)}
        >
          {t`Show more (${formatNumber(rows.length - shown)} left)`}
        </Button>
      )}
    </section>
  );
}
