import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { mayI } from '~/rpc/own-rights';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard } from '~/kit/ui/card';
import { Checkbox, Input, Label } from '~/kit/ui/input';
import type { Noun } from '~/kit/ui/list-count';
import { bulkTypeOf, type EditedType } from '~/imports/row-error';
import { proposedRows, type ChangeSet, type KeyReview } from '~/imports/change-set';
import { bulkMutations, type AppliedChanges } from '~/imports/queries';
import { ProposeRows } from '~/proposals/propose-changes';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatCount, formatNumber } from '~/language/format';
import { SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { randomKey } from '~/fields/random-key';
import { plural, t } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { storePendingImport } from './import-memory';
import { fileHeading } from './row-values';
import { ApplyProgress, ImportProgress, useRunningRows } from './rows-progress';
import { RowsSection } from './rows-table';
import { ApplyResults, RowsProposed } from './apply-results';
import { ChangesTable } from './changes-table';

/** Number of rows above which the panel's own undo, row by row, shows its progress. */
const LONG_UNDO_ROWS = 40;

/** Nouns for records that are missing from the export and stay. */
const UNAFFECTED_NOUNS: Readonly<Record<EditedType, Noun>> = {
  condo: ['other building is not affected.', 'other buildings are not affected.'],
  apartment: ['other apartment is not affected.', 'other apartments are not affected.'],
  tenancy: ['other entry is not affected.', 'other entries are not affected.'],
  user: ['other user is not affected.', 'other users are not affected.'],
};

interface ReviewResultsProps {
  review: ChangeSet;
  /** Called if every chosen row was applied, and all can be undone at once. */
  onApplied?: (result: AppliedChanges) => void;
  /** Called after the chosen rows were proposed. */
  onProposed?: () => void;
  /** Returns to the typed value, in the dialog of a list. */
  onBack?: () => void;
  /** Compares the file again with another choice, such as empty cells that clear fields. */
  onReviewAgain?: (how: KeyReview) => void;
  /** True if the button that led here is no longer rendered. */
  takesFocus?: boolean;
}

/** Changes of an edited export (docs/behaviour/edited-exports.md), with a choice of those to apply. */
export function ReviewResults(props: ReviewResultsProps) {
  const { review, onApplied, onProposed, onBack, onReviewAgain, takesFocus } = props;
  const { kind, by, byKey, fileName, changed, conflicts, created, invalid, unchanged, missing } =
    review;
  const firstNew = changed.length + conflicts.length;
  const boxId = useId();
  const reason = useRef<HTMLInputElement>(null);
  const apply = useSingleFlightMutation(bulkMutations.apply(useQueryClient()));
  const { begin, ...running } = useRunningRows();
  const mayWrite = mayI('write');
  const [isProposed, setProposed] = useState(false);
  // `touched` has the places of deselected changes and of selected conflicts.
  const [{ touched, creates, key }, setChoice] = useState(() => ({
    touched: new Set<number>(),
    creates: byKey?.creates ?? true,
    key: randomKey(),
  }));
  // Conflicts are not chosen initially, so that stored values stay.
  const isChosen = (place: number) =>
    place >= firstNew ? creates : touched.has(place) === place >= changed.length;
  // A changed choice gets a new key, so that it is a new submit. The same choice sent again is applied
  // once.
  const choose = (choice: { touched?: Set<number>; creates?: boolean }) =>
    apply.isPending || setChoice({ touched, creates, ...choice, key: randomKey() });
  const touch = (place: number) => {
    const next = new Set(touched);
    next[touched.has(place) ? 'delete' : 'add'](place);
    choose({ touched: next });
  };
  if (isProposed) return <RowsProposed />;
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
            {t`${formatNumber(changed.length)} changed, ${formatNumber(created.length)} new, ${formatNumber(conflicts.length)} in conflict, ${formatNumber(unchanged)} unchanged, ${formatNumber(invalid.length)} invalid`}
          </p>
        }
        contentClassName="grid gap-6"
        footer={
          <CardFooter>
            {mayWrite && (
              <Button
                disabled={total === 0}
                aria-disabled={apply.isPending}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
                autoFocus={onApplied !== undefined}
                onClick={() => {
                  if (by === 'api' && fileName !== null)
                    storePendingImport({ key, type: bulkTypeOf(kind), fileName, total });
                  const set = { ...review, reason: reason.current?.value ?? '' };
                  apply.mutate(
                    { set, isChosen, key, begin },
                    {
                      onSuccess: (result) => {
                        // The panel's undo of many rows shows its progress with the result, so the dialog
                        // stays open.
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
            )}
            <ProposeRows
              kind={kind}
              rows={() => proposedRows(review, isChosen)}
              disabled={total === 0 || apply.isPending}
              takesFocus={!mayWrite && onApplied !== undefined}
              onProposed={onProposed ?? (() => setProposed(true))}
            />
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
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
              autoFocus={takesFocus}
              onCheckedChange={(on) =>
                onReviewAgain({ ...byKey, emptyCells: on ? 'clear' : 'keep' })
              }
            />
            <Label htmlFor={`${boxId}-empty`}>{t`Clear empty cells`}</Label>
          </div>
        )}
        {firstNew + created.length + invalid.length === 0 && unchanged > 0 && (
          <p>
            {plural(
              unchanged,
              formatNumber(unchanged),
              '# row is stored already, nothing would change.',
              'All # rows are stored already, nothing would change.',
            )}
          </p>
        )}
        <ChangesTable {...table} of="changed" rows={changed} />
        <ChangesTable {...table} of="conflicts" rows={conflicts} firstPlace={changed.length} />
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
        {invalid.length > 0 && (
          <RowsSection caption={t`Invalid rows`} errors={invalid.first} total={invalid.length} />
        )}
        {mayWrite && by === 'api' && firstNew + created.length > 0 && (
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
        {missing > 0 && (
          <p className="text-muted">{formatCount(missing, ...UNAFFECTED_NOUNS[kind])}</p>
        )}
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
