import { useId, useState } from 'react';
import { StillWaiting } from '~/components/feedback/still-waiting';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import { CardFooter, TitledCard } from '~/components/ui/card';
import { Checkbox } from '~/components/ui/checkbox';
import { Label } from '~/components/ui/label';
import type { BulkType } from '~/contract/bulk';
import type { ReviewedFile } from '~/data/bulk/review-file';
import { detailOrMessage } from '~/lib/app-error';
import { formatNumber } from '~/lib/format';
import { plural, t } from '~/lib/texts';
import { RowsTable } from '../rows-table';
import { ApplyProgress } from './apply-progress';
import { ApplyResults } from './apply-results';
import { ChangesTable } from './changes-table';
import { chosenRows, FIRST_CHOICE, toggled, type ReviewChoice } from './review-choice';
import { useApply } from './use-apply';

/** What an exported file that comes back would change (docs/behaviour.md, "Edited exports"), and what of it is applied. */
export function ReviewResults({ review }: { review: ReviewedFile }) {
  const { changed, conflicts, unchanged, missing } = review;
  const { new_rows: newRows, invalid_rows: invalidRows } = review;
  const boxId = useId();
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const { apply, ...running } = useApply(review);
  const chosen = chosenRows(review, choice);
  const count = chosen.changed.length + chosen.created.length;
  const choose = (change: Partial<ReviewChoice>) => {
    if (apply.isPending) return;
    setChoice({ ...choice, ...change });
    running.forgetKey();
  };
  if (apply.isSuccess && (review.by === 'panel' || apply.data.errors.length === 0))
    return <ApplyResults type={review.type} result={apply.data} />;
  return (
    <>
      {apply.isError && (
        <Alert tone="danger">{t`Applying failed: ${detailOrMessage(apply.error)}`}</Alert>
      )}
      {apply.isSuccess && <ApplyResults type={review.type} result={apply.data} />}
      <TitledCard
        aria-label={t`Review`}
        title={t`Review`}
        actions={
          <p role="status" className="text-muted tabular-nums">
            {t`${formatNumber(changed.length)} changed, ${formatNumber(newRows.length)} new, ${formatNumber(conflicts.length)} in conflict, ${formatNumber(unchanged)} unchanged, ${formatNumber(invalidRows.length)} invalid`}
          </p>
        }
        contentClassName="grid gap-6"
        footer={
          <CardFooter>
            <Button
              disabled={count === 0}
              aria-disabled={apply.isPending}
              onClick={() => running.start(chosen)}
            >
              {apply.isPending ? t`Applying...` : t`Apply Changes`}
            </Button>
            {apply.isPending && <StillWaiting />}
          </CardFooter>
        }
      >
        <ChangesTable
          title={t`Changed rows`}
          type={review.type}
          rows={changed}
          labelOf={({ name }) => t`Apply ${name}`}
          isChosen={({ id }) => !choice.leftOut.has(id)}
          onChoose={({ id }, on) => choose({ leftOut: toggled(choice.leftOut, id, !on) })}
        />
        <ChangesTable
          title={t`Conflicts`}
          isConflict
          hint={t`These were changed in the panel since the export. What is stored stays, unless you choose the file's values.`}
          type={review.type}
          rows={conflicts}
          labelOf={({ name }) => t`Use mine for ${name}`}
          isChosen={({ id }) => choice.mine.has(id)}
          onChoose={({ id }, on) => choose({ mine: toggled(choice.mine, id, on) })}
        />
        {newRows.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-medium">{t`New rows`}</h3>
            <div className="flex items-center gap-2">
              <Checkbox
                id={boxId}
                checked={choice.creates}
                onCheckedChange={(creates) => choose({ creates })}
              />
              <Label htmlFor={boxId}>{t`Create new rows`}</Label>
            </div>
            <RowsTable caption={t`New rows`} rows={newRows} />
          </section>
        )}
        {invalidRows.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-medium">{t`Invalid rows`}</h3>
            <RowsTable
              caption={t`Invalid rows`}
              rows={invalidRows.map(({ row }) => row)}
              errors={invalidRows.map(({ error, errors: parts = [], ...sentence }) => ({
                error,
                parts,
                sentence,
              }))}
            />
          </section>
        )}
        {missing > 0 && <p className="text-muted">{unaffected(review.type, missing)}</p>}
      </TitledCard>
      {apply.isPending && (
        <ApplyProgress
          importKey={review.by === 'api' ? running.key : null}
          total={count}
          done={running.done}
          cancelling={running.cancelling}
          cancel={running.cancel}
        />
      )}
    </>
  );
}

/** What an export that is a part of the records leaves alone. */
function unaffected(type: BulkType, count: number): string {
  const shown = formatNumber(count);
  return type === 'condo'
    ? plural(
        count,
        shown,
        '# other building is not affected.',
        '# other buildings are not affected.',
      )
    : plural(
        count,
        shown,
        '# other apartment is not affected.',
        '# other apartments are not affected.',
      );
}
