import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';

interface DeleteInvitationProps {
  /** The invitation whose deletion is asked about, or null. */
  invitation: Invitation | null;
  onDone: () => void;
}

/** The delete flow of invitations (SPEC.md point 8). It asks first, as every Delete of the panel does. */
export function DeleteInvitation({ invitation, onDone }: DeleteInvitationProps) {
  const remove = useMutation({
    ...invitationMutations.remove(useQueryClient()),
    onError: (error) => toast.error(detailOr(error, 'Failed to delete invitation')),
    onSettled: onDone,
  });
  return (
    <LazyConfirmDialog
      open={invitation !== null}
      title="Delete Invitation"
      description="Are you sure you want to delete this invitation? This action cannot be undone."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      tone="danger"
      busy={remove.isPending}
      onCancel={onDone}
      onConfirm={() => {
        if (invitation?.id == null) return;
        remove.mutate(invitation.id, { onSuccess: () => toast.success('Invitation deleted') });
      }}
    />
  );
}
