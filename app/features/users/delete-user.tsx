import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyConfirmDialog, LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import type { User } from '~/contract/user-reading';
import { userMutations } from '~/data/users/users.mutations';
import { AppError } from '~/lib/app-error';

interface DeleteUserProps {
  /** The user whose deletion is asked about, or null. */
  user: User | null;
  onDone: () => void;
}

/** The delete flow of users: confirm, call, then a toast or the failure dialog (docs/behaviour.md, "People"). */
export function DeleteUser({ user, onDone }: DeleteUserProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const remove = useMutation({
    ...userMutations.remove(useQueryClient()),
    onError: setFailure,
    onSettled: onDone,
  });
  return (
    <>
      <LazyConfirmDialog
        open={user !== null}
        title="Delete User"
        description="Are you sure you want to delete this user? This action will deactivate the user account and remove all their building associations. This action cannot be undone."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        tone="danger"
        busy={remove.isPending}
        onCancel={onDone}
        onConfirm={() => {
          if (user?.id == null) return;
          remove.mutate(user.id, { onSuccess: () => toast.success('User deleted') });
        }}
      />
      <LazyNoticeDialog
        open={failure !== null}
        title="Delete Failed"
        description={<FailureText error={failure} />}
        onClose={() => setFailure(null)}
      />
    </>
  );
}

/** The fixed text and, on a separate line, the server's detail where there is one. */
function FailureText({ error }: { error: unknown }) {
  const reason = error instanceof AppError ? error.detail : null;
  return (
    <>
      <span>Failed to delete user.</span>
      {reason && <span className="mt-2 block">{reason}</span>}
    </>
  );
}
