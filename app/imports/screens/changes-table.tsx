import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Alert } from '~/kit/ui/alert';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { Checkbox } from '~/kit/ui/input';
import { Table, TableCell, TableRow } from '~/kit/ui/table';
import { RowButton } from '~/kit/table/row-actions';
import { bulkTypeOf, REVIEW_FIELDS, type EditedType, type ReviewValue } from '~/imports/row-error';
import { NO_PARKING } from '~/apartments/fields';
import { shownText } from '~/kit/form/conflict/record-shape';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import { SHOWN_ROWS, type AnswerRows } from '~/imports/answer-rows';
import type { IsChosen } from '~/imports/change-set';
import type { ReviewedRow } from '~/imports/schema';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { textOrDash, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { CondoName } from './rows-table';

/** A value for display: a building's name, a translated word, a date in the language, or the stored value. */
function valueOf(kind: EditedType, name: string, value: ReviewValue): ReactNode {
  const field = REVIEW_FIELDS[kind][name];
  if (name === 'condo_id' && typeof value === 'number') return <CondoName condoId={value} />;
  if (field?.kind === 'parking' && value === NO_PARKING) return translate(NO_PARKING);
  return textOrDash(field && typeof value === 'string' ? shownText(field, value) : value);
}

/** Texts of a table, by the kind of its rows. */
const TABLES = {
  changed: { title: msg`Changed rows`, pick: msg`Apply`, values: msg`Old to new`, note: null },
  /** Conflicts are listed among the other rows, but cannot be applied. */
  proposed: { title: msg`Proposed rows`, pick: msg`Apply`, values: msg`Old to new`, note: null },
  conflicts: {
    title: msg`Conflicts`,
    pick: msg`Mine`,
    values: msg`Theirs to mine`,
    note: msg`These were changed in the panel since the export. What is stored stays, unless you choose the file's values.`,
  },
} as const;

interface ChangesTableProps {
  of: keyof typeof TABLES;
  kind: EditedType;
  /** True if the rows have a number in a file. */
  hasFile?: boolean;
  rows: Pick<AnswerRows<ReviewedRow>, 'first' | 'length' | 'read'>;
  /** Place of the first row in the change set. */
  firstPlace?: number;
  /** True for a row that is applied. */
  isChosen: IsChosen;
  canTouch?: IsChosen;
  onTouch: (place: number) => void;
  /** False if the stored value may equal the row's value by now. */
  hasOld?: boolean;
  stateOf?: (row: ReviewedRow) => string | null;
  /** Returns the row with the values that were edited on this screen. */
  editedRow?: (row: ReviewedRow) => ReviewedRow;
  onEdit?: ((row: ReviewedRow) => void) | undefined;
}

/** Rows with each changed field, from old to new, and a checkbox each. */
export function ChangesTable(props: ChangesTableProps) {
  const { of, kind, hasFile = false, rows, firstPlace = 0, isChosen, onTouch, onEdit } = props;
  const { canTouch = () => true, hasOld = true, stateOf, editedRow = (row) => row } = props;
  const [read, setRead] = useState({ of: rows, shown: rows.first });
  const shown = read.of === rows ? read.shown : rows.first;
  const more = useMutation({
    mutationFn: () => rows.read(shown.length, shown.length + SHOWN_ROWS),
    onSuccess: (next) => setRead({ of: rows, shown: [...shown, ...next] }),
  });
  if (rows.length === 0) return null;
  const { pick, values, note } = TABLES[of];
  const title = translate(TABLES[of].title);
  const labels = new Map(
    BULK_COLUMNS[bulkTypeOf(kind)].map(({ field, label }) => [field, translate(label)]),
  );
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      {note && <p className="text-muted">{translate(note)}</p>}
      <div className="overflow-x-auto rounded-md border border-line">
        <Table
          aria-label={title}
          headings={[
            translate(pick),
            ...(hasFile ? [{ number: t`Row` }] : []),
            t`Name`,
            translate(values),
            ...(onEdit ? [t`Actions`] : []),
          ]}
        >
          {shown.map(editedRow).map((row, index) => {
            const place = firstPlace + index;
            const isOpen = canTouch(place);
            const state = stateOf?.(row);
            const about = of === 'conflicts' ? t`Use mine for ${row.name}` : t`Apply ${row.name}`;
            return (
              <TableRow key={row.row_number}>
                <TableCell>
                  <Checkbox
                    aria-label={about}
                    checked={isChosen(place)}
                    disabled={!isOpen}
                    onCheckedChange={() => onTouch(place)}
                  />
                </TableCell>
                {hasFile && (
                  <TableCell className="text-right tabular-nums">{row.row_number}</TableCell>
                )}
                <TableCell>
                  <span translate="no">{row.name}</span> {state && <Badge>{state}</Badge>}
                </TableCell>
                <TableCell>
                  <ul className="grid gap-1">
                    {row.changes.map(({ field, old, new: value }) => (
                      <li key={field} className="wrap-break-word">
                        <span className="text-muted">{`${labels.get(field) ?? field}:`}</span>{' '}
                        {hasOld && (
                          <>
                            <del translate="no">{valueOf(kind, field, old)}</del> →{' '}
                          </>
                        )}
                        <ins translate="no" className="no-underline">
                          {valueOf(kind, field, value)}
                        </ins>
                      </li>
                    ))}
                  </ul>
                </TableCell>
                {onEdit && (
                  <TableCell>
                    {isOpen && (
                      <RowButton label={t`Edit...`} about={row.name} onPress={() => onEdit(row)} />
                    )}
                  </TableCell>
                )}
              </TableRow>
            );
          })}
        </Table>
      </div>
      {more.isError && <Alert tone="danger">{detailOrMessage(more.error)}</Alert>}
      {rows.length > shown.length && (
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-disabled={more.isPending}
          onClick={() => more.isPending || more.mutate()}
        >
          {t`Show more (${formatNumber(rows.length - shown.length)} left)`}
        </Button>
      )}
    </section>
  );
}
