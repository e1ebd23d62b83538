import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog, NoticeDialog } from '~/components/feedback/confirm-dialog';
import { toast } from '~/components/feedback/toast';
import type { Condo } from '~/contract/condo-reading';
import { HTTP_BAD_REQUEST } from '~/contract/http-status';
import { condoMutations } from '~/data/condos/condos.mutations';
import { AppError, detailOr } from '~/lib/app-error';

/** The text for a building that could not be deleted (docs/behaviour.md, "Errors"). */
export function deleteFailureText(error: unknown): string {
  return error instanceof AppError && error.status === HTTP_BAD_REQUEST
    ? detailOr(error, 'Cannot delete: users are still associated with this building.')
    : 'Failed to delete building.';
}

export interface DeleteCondoProps {
  /** The building whose deletion is asked about, or null. */
  condo: Condo | null;
  onDone: () => void;
}

/** The delete flow of buildings: confirm, call, then a toast or the "Delete Failed" notice. */
export function DeleteCondo({ condo, onDone }: DeleteCondoProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const remove = useMutation({
    ...condoMutations.remove(client),
    onError: (error) => setFailure(deleteFailureText(error)),
    onSettled: onDone,
  });
  return (
    <>
      <ConfirmDialog
        open={condo !== null}
        title="Delete Building"
        description="Are you sure you want to delete this building? This action cannot be undone."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        tone="danger"
        busy={remove.isPending}
        onCancel={onDone}
        onConfirm={() => {
          if (condo?.id == null) return;
          remove.mutate(condo.id, { onSuccess: () => toast.success('Building deleted') });
        }}
      />
      <NoticeDialog
        open={failure !== null}
        title="Delete Failed"
        description={failure ?? ''}
        onClose={() => setFailure(null)}
      />
    </>
  );
}
