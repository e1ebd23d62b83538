import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard } from '~/kit/ui/card';
import { Checkbox, Input, Label } from '~/kit/ui/input';
import { Table, TableCell, TableRow } from '~/kit/ui/table';
import { bulkTypeOf, REVIEW_FIELDS, type EditedType, type ReviewValue } from '~/imports/row-error';
import { NO_PARKING } from '~/apartments/fields';
import { shownText } from '~/kit/form/conflict/record-shape';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import { SHOWN_ROWS, type AnswerRows } from '~/imports/answer-rows';
import type { ChangedRow, ChangeSet, IsChosen, KeyReview } from '~/imports/change-set';
import { bulkMutations, type AppliedChanges } from '~/imports/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { textOrDash, formatCount, formatNumber } from '~/language/format';
import { SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { randomKey } from '~/fields/random-key';
import { plural, t, translate } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { storePendingImport } from './import-memory';
import { fileHeading } from './row-values';
import { ApplyProgress, ImportProgress, useRunningRows } from './rows-progress';
import { CondoName, RowsSection } from './rows-table';
import { ApplyResults } from './apply-results';

/** Rows that the panel takes back one by one so long that people want to see how far it is. */
const LONG_UNDO_ROWS = 40;

interface ReviewResultsProps {
  review: ChangeSet;
  /** Called where every chosen row was applied, and all of them can be taken back at once. */
  onApplied?: (result: AppliedChanges) => void;
  /** Leads back to what was typed; the dialog of a list has that. */
  onBack?: () => void;
  /** Compares the file again, with empty cells that clear fields or keep them. */
  onReviewAgain?: (how: KeyReview) => void;
  /** The button that was pressed is gone. */
  takesFocus?: boolean;
}

/** Changes of an edited export (docs/behaviour/edited-exports.md), with a choice of those to apply. */
export function ReviewResults(props: ReviewResultsProps) {
  const { review, onApplied, onBack, onReviewAgain, takesFocus } = props;
  const { kind, by, byKey, fileName, changed, conflicts, created, left, unchanged, missing } =
    review;
  const firstNew = changed.length + conflicts.length;
  const boxId = useId();
  const reason = useRef<HTMLInputElement>(null);
  const apply = useSingleFlightMutation(bulkMutations.apply(useQueryClient()));
  const { begin, ...running } = useRunningRows();
  // By place: the changed rows that are left out, and the conflicts that are taken.
  const [{ touched, creates, key }, setChoice] = useState(() => ({
    touched: new Set<number>(),
    creates: byKey?.creates ?? true,
    key: randomKey(),
  }));
  // Conflicts are not chosen initially, so that stored values stay.
  const isChosen = (place: number) =>
    place >= firstNew ? creates : touched.has(place) === place >= changed.length;
  // Another choice is another submit; the same one sent again is applied once.
  const choose = (choice: { touched?: Set<number>; creates?: boolean }) =>
    apply.isPending || setChoice({ touched, creates, ...choice, key: randomKey() });
  const touch = (place: number) => {
    const next = new Set(touched);
    next[touched.has(place) ? 'delete' : 'add'](place);
    choose({ touched: next });
  };
  if (apply.isSuccess && (by === 'panel' || apply.data.errors.length === 0))
    return <ApplyResults type={kind} result={apply.data} />;
  const taken = [...touched].filter(isChosen).length;
  const total = changed.length - touched.size + 2 * taken + (creates ? created.length : 0);
  const table = { kind, hasFile: fileName !== null, isChosen, onTouch: touch };
  return (
    <>
      {apply.isError && (
        <Alert tone="danger">{t`Applying failed: ${detailOrMessage(apply.error)}`}</Alert>
      )}
      {apply.isSuccess && <ApplyResults type={kind} result={apply.data} />}
      <NamedCard
        title={t`Review`}
        actions={
          <p role="status" className="text-muted tabular-nums">
            {t`${formatNumber(changed.length)} changed, ${formatNumber(created.length)} new, ${formatNumber(conflicts.length)} in conflict, ${formatNumber(unchanged)} unchanged, ${formatNumber(left.length)} invalid`}
          </p>
        }
        contentClassName="grid gap-6"
        footer={
          <CardFooter>
            <Button
              disabled={total === 0}
              aria-disabled={apply.isPending}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- in place of the button that was pressed
              autoFocus={onApplied !== undefined}
              onClick={() => {
                if (by === 'api' && fileName !== null)
                  storePendingImport({ key, type: bulkTypeOf(kind), fileName, total });
                const set = { ...review, reason: reason.current?.value ?? '' };
                apply.mutate(
                  { set, isChosen, key, begin },
                  {
                    onSuccess: (result) => {
                      // The panel's own undo of many rows has a progress, which is with the result.
                      const isShort = by === 'api' || total <= LONG_UNDO_ROWS;
                      if (result.errors.length + (result.skipped ?? 0) === 0 && isShort)
                        onApplied?.(result);
                    },
                  },
                );
              }}
            >
              {apply.isPending ? t`Applying...` : t`Apply Changes`}
            </Button>
            {onBack && !apply.isPending && (
              <Button variant="secondary" onClick={onBack}>
                {t`Back`}
              </Button>
            )}
            {apply.isPending && <StillWaiting />}
          </CardFooter>
        }
      >
        {review.unread.length > 0 && (
          <Alert tone="warning">{t`Not read: ${review.unread.map(fileHeading).join(', ')}.`}</Alert>
        )}
        {byKey && onReviewAgain && (
          <div className="flex items-center gap-2">
            <Checkbox
              id={`${boxId}-empty`}
              checked={byKey.emptyCells === 'clear'}
              disabled={apply.isPending}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- in place of what was pressed
              autoFocus={takesFocus}
              onCheckedChange={(on) =>
                onReviewAgain({ ...byKey, emptyCells: on ? 'clear' : 'keep' })
              }
            />
            <Label htmlFor={`${boxId}-empty`}>{t`Clear empty cells`}</Label>
          </div>
        )}
        {firstNew + created.length + left.length === 0 && unchanged > 0 && (
          <p>
            {plural(
              unchanged,
              formatNumber(unchanged),
              '# row is stored already, nothing would change.',
              'All # rows are stored already, nothing would change.',
            )}
          </p>
        )}
        <ChangesTable {...table} rows={changed} />
        <ChangesTable {...table} areConflicts rows={conflicts} firstPlace={changed.length} />
        {created.length > 0 && (
          <RowsSection
            caption={t`New rows`}
            rows={created.first.map(({ values }) => values)}
            total={created.length}
            names={review.names}
          >
            <div className="flex items-center gap-2">
              <Checkbox
                id={boxId}
                checked={creates}
                onCheckedChange={(on) => choose({ creates: on })}
              />
              <Label htmlFor={boxId}>{t`Create new rows`}</Label>
            </div>
          </RowsSection>
        )}
        {left.length > 0 && (
          <RowsSection caption={t`Invalid rows`} errors={left.first} total={left.length} />
        )}
        {by === 'api' && firstNew + created.length > 0 && (
          <div className="grid max-w-lg gap-1.5">
            <Label htmlFor={`${boxId}-reason`}>{t`Reason (optional)`}</Label>
            <Input
              id={`${boxId}-reason`}
              ref={reason}
              maxLength={SHORT_TEXT_LIMIT_CHARS}
              readOnly={apply.isPending}
            />
          </div>
        )}
        {missing > 0 && <p className="text-muted">{unaffected(kind, missing)}</p>}
      </NamedCard>
      {apply.isPending &&
        (by === 'api' ? (
          <ImportProgress importKey={key} total={total} label={t`Rows applied`} />
        ) : (
          <ApplyProgress total={total} {...running} />
        ))}
    </>
  );
}

/** Says that records missing from the export are not affected. */
function unaffected(kind: EditedType, count: number): string {
  if (kind === 'tenancy')
    return formatCount(count, 'other entry is not affected.', 'other entries are not affected.');
  if (kind === 'user')
    return formatCount(count, 'other user is not affected.', 'other users are not affected.');
  return kind === 'condo'
    ? formatCount(count, 'other building is not affected.', 'other buildings are not affected.')
    : formatCount(count, 'other apartment is not affected.', 'other apartments are not affected.');
}

/** A building by its name, words of ours and dates in the language, anything else as it is stored. */
function valueOf(kind: EditedType, name: string, value: ReviewValue): ReactNode {
  const field = REVIEW_FIELDS[kind][name];
  if (name === 'condo_id' && typeof value === 'number') return <CondoName condoId={value} />;
  if (field?.kind === 'parking' && value === NO_PARKING) return translate(NO_PARKING);
  return textOrDash(field && typeof value === 'string' ? shownText(field, value) : value);
}

interface ChangesTableProps {
  /** True if each row was also changed here. */
  areConflicts?: boolean;
  kind: EditedType;
  /** Rows of a file have a number in it. */
  hasFile: boolean;
  rows: AnswerRows<ChangedRow>;
  /** The place of the first one in the change set. */
  firstPlace?: number;
  /** True for a row that is applied. */
  isChosen: IsChosen;
  onTouch: (place: number) => void;
}

/** Rows with each of their changed fields, old to new, and a checkbox each. */
function ChangesTable(props: ChangesTableProps) {
  const { areConflicts = false, kind, hasFile, rows, firstPlace = 0, isChosen, onTouch } = props;
  const [shown, setShown] = useState(rows.first);
  const more = useMutation({
    mutationFn: () => rows.read(shown.length, shown.length + SHOWN_ROWS),
    onSuccess: (next) => setShown([...shown, ...next]),
  });
  if (rows.length === 0) return null;
  const title = areConflicts ? t`Conflicts` : t`Changed rows`;
  const labels = new Map(
    BULK_COLUMNS[bulkTypeOf(kind)].map(({ field, label }) => [field, translate(label)]),
  );
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
          headings={[
            areConflicts ? t`Mine` : t`Apply`,
            ...(hasFile ? [{ number: t`Row` }] : []),
            t`Name`,
            areConflicts ? t`Theirs to mine` : t`Old to new`,
          ]}
        >
          {shown.map((row, index) => (
            <TableRow key={row.id}>
              <TableCell>
                <Checkbox
                  aria-label={areConflicts ? t`Use mine for ${row.name}` : t`Apply ${row.name}`}
                  checked={isChosen(firstPlace + index)}
                  onCheckedChange={() => onTouch(firstPlace + index)}
                />
              </TableCell>
              {hasFile && (
                <TableCell className="text-right tabular-nums">{row.row_number}</TableCell>
              )}
              <TableCell translate="no">{row.name}</TableCell>
              <TableCell>
                <ul className="grid gap-1">
                  {row.changes.map(({ field, old, new: value }) => (
                    <li key={field} className="wrap-break-word">
                      <span className="text-muted">{`${labels.get(field) ?? field}:`}</span>{' '}
                      <del translate="no">{valueOf(kind, field, old)}</del> →{' '}
                      <ins translate="no" className="no-underline">
                        {valueOf(kind, field, value)}
                      </ins>
                    </li>
                  ))}
                </ul>
              </TableCell>
            </TableRow>
          ))}
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
