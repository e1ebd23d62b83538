import { useQueryClient } from '@tanstack/react-query';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import type { AppliedRows } from '~/data/bulk/apply-rows';
import { bulkMutations } from '~/data/bulk/bulk.mutations';
import { formatCount } from '~/lib/format';
import { t } from '~/lib/texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { UndoResult } from '../undo-result';
import { ApplyProgress } from './apply-progress';
import { useRunningRows } from './running-rows';

/** Takes back what this panel has applied row by row, as long as the result is on the screen. */
export function UndoApplied({ rows }: { rows: AppliedRows }) {
  const undo = useSingleFlightMutation(bulkMutations.undoApplied(useQueryClient()));
  const { begin, ...running } = useRunningRows();
  if (undo.isSuccess) {
    const { left } = undo.data;
    return (
      <>
        <UndoResult undo={undo.data} />
        {left > 0 && (
          <Alert tone="warning">
            {t`Cancelled: ${formatCount(left, 'entry stays', 'entries stay')} as the file has it.`}
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
        onClick={() => undo.mutate({ rows, begin })}
      >
        {undo.isPending ? t`Undoing...` : t`Undo this import`}
      </Button>
      {undo.isPending && (
        <ApplyProgress total={rows.changed.length + rows.created.length} {...running} />
      )}
    </>
  );
}
