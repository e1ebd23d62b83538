import { useQueryClient } from '@tanstack/react-query';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { NamedCard } from '~/kit/ui/card';
import type { BulkType } from '~/imports/schema';
import type { EditedType } from '~/imports/row-error';
import type { AppliedRows } from '~/imports/apply-rows';
import { bulkMutations, type AppliedChanges } from '~/imports/queries';
import { formatCount } from '~/language/format';
import { t } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { countsText } from './bulk-files';
import { ApplyProgress, useRunningRows } from './rows-progress';
import { RowsTable } from './rows-table';
import { UndoResult } from './import-history';

interface ApplyResultsProps {
  /** Type of the rows; null if unknown after a reload. */
  type?: BulkType | EditedType | null;
  result: AppliedChanges;
  /** True if all rows were to be created. */
  isCreation?: boolean;
  /** Shown if the file is no longer on the screen. */
  fileName?: string;
}

/** Numbers of changed and created records, and each row that failed. */
export function ApplyResults({ type = null, result, isCreation, fileName }: ApplyResultsProps) {
  const { created, errors, skipped = 0, undo } = result;
  const some = t`${formatCount(created, 'entry', 'entries')} created.`;
  const creation = created === 0 ? t`No entries were created.` : some;
  return (
    <NamedCard
      title={isCreation ? t`Creation Results` : t`Apply Results`}
      actions={fileName && <p className="text-muted">{fileName}</p>}
      contentClassName="grid gap-4"
    >
      <Alert tone={errors.length + skipped > 0 ? 'warning' : 'success'}>
        {isCreation ? creation : summaryOf(type, result)}
      </Alert>
      {errors.length > 0 && (
        <RowsTable
          caption={isCreation ? t`Rows that were not created` : t`Rows that cannot be applied`}
          errors={errors}
        />
      )}
      {undo && undo.ids.size > 0 && <UndoApplied applied={undo} />}
    </NamedCard>
  );
}

/** Replaces rows that were proposed. */
export const RowsProposed = () => (
  <Alert tone="success">{t`Proposed. Nothing is written before somebody applies it.`}</Alert>
);

/** "2 buildings changed, 1 created.", and what was not applied. An API applies all rows or none. */
function summaryOf(type: BulkType | EditedType | null, result: AppliedChanges): string {
  const { changed, created, errors, skipped = 0, undo } = result;
  const isNothing = changed + created === 0 || (!undo && errors.length > 0);
  const parts = [isNothing ? t`Nothing was changed.` : `${countsText(type, changed, created)}.`];
  if (!undo) return parts.join('');
  if (errors.length > 0) parts.push(t`${countRows(errors.length)} failed.`);
  if (skipped > 0) parts.push(t`Cancelled: ${countRows(skipped)} not applied.`);
  return parts.join(' ');
}

const countRows = (count: number) => formatCount(count, 'row', 'rows');

/** Reverts the rows that this panel applied itself. The button is offered while the result is shown. */
function UndoApplied({ applied }: { applied: AppliedRows }) {
  const undo = useSingleFlightMutation(bulkMutations.undoApplied(useQueryClient()));
  const { begin, ...running } = useRunningRows();
  if (undo.isSuccess) {
    const { skipped } = undo.data;
    return (
      <>
        <UndoResult undo={undo.data} />
        {skipped > 0 && (
          <Alert tone="warning">
            {t`Cancelled: ${formatCount(skipped, 'entry stays', 'entries stay')} as the file has it.`}
          </Alert>
        )}
      </>
    );
  }
  return (
    <>
      <Button
        variant="danger"
        className="justify-self-start"
        aria-disabled={undo.isPending}
        onClick={() => undo.mutate({ applied, begin })}
      >
        {undo.isPending ? t`Undoing...` : t`Undo this import`}
      </Button>
      {undo.isPending && <ApplyProgress total={applied.ids.size} {...running} />}
    </>
  );
}
