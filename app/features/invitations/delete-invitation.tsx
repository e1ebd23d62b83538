import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import type { Invitation } from '~/contract/invitation-reading';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';
import { t } from '~/lib/texts';

interface DeleteInvitationProps {
  /** The invitation whose deletion is asked about, or null. */
  invitation: Invitation | null;
  onDone: () => void;
}

export function DeleteInvitation({ invitation, onDone }: DeleteInvitationProps) {
  const remove = useMutation(invitationMutations.remove(useQueryClient()));
  const undo = useUndoDelete('invitation');
  return (
    <LazyConfirmDelete
      record={invitation}
      title={t`Delete Invitation`}
      question={t`Are you sure you want to delete this invitation? This action cannot be undone.`}
      nameOf={({ email }) => email ?? ''}
      remove={(id) => remove.mutateAsync(id)}
      undo={undo}
      success={{ toast: t`Invitation deleted` }}
      failure={(error) => ({ toast: detailOr(error, t`Failed to delete invitation`) })}
      onDone={onDone}
    />
  );
}
