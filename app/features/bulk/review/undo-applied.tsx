import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from '~/components/ui/alert';
import { Button } from '~/components/ui/button';
import type { AppliedRows } from '~/data/bulk/apply-rows';
import { APPLY_KEY, bulkMutations } from '~/data/bulk/bulk.mutations';
import { formatCount } from '~/lib/format';
import { t } from '~/lib/texts';
import { UndoResult } from '../undo-result';
import { ApplyProgress } from './apply-progress';
import { useRunningRows } from './use-running-rows';

/** Takes back what this panel has applied row by row, as long as the result is on the screen. */
export function UndoApplied({ rows }: { rows: AppliedRows }) {
  const client = useQueryClient();
  const undo = useMutation(bulkMutations.undoApplied(client));
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
  const total = rows.changed.length + rows.created.length;
  return (
    <>
      <Button
        variant="danger"
        className="justify-self-start"
        aria-disabled={undo.isPending}
        onClick={() => {
          // The second press of a double click comes before undo.isPending.
          if (client.isMutating({ mutationKey: APPLY_KEY }) === 0)
            undo.mutate({ rows, ...begin() });
        }}
      >
        {undo.isPending ? t`Undoing...` : t`Undo this import`}
      </Button>
      {undo.isPending && <ApplyProgress importKey={null} total={total} {...running} />}
    </>
  );
}
