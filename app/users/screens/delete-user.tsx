import { shownEmail } from '~/fields/shown-email';
import { ConfirmDelete } from '~/kit/feedback/confirm-delete';
import type { User } from '~/users/fields';
import { userMutations } from '~/users/queries';
import { AppError } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { userName } from '~/users/user-text';

interface DeleteUserProps {
  user: User | null;
  onDeleted?: () => void;
  onDone: () => void;
}

export function deleteQuestion(): string {
  return t`Are you sure you want to delete this user? This action will deactivate the user account and remove all their building associations. This action cannot be undone.`;
}

export function DeleteUser({ user, ...handlers }: DeleteUserProps) {
  const { one } = userMutations.useRemoval();
  return (
    <ConfirmDelete
      record={user}
      title={t`Delete User`}
      question={deleteQuestion()}
      nameOf={(target) =>
        [userName(target), shownEmail(target.email ?? '')].filter(Boolean).join(', ')
      }
      {...one}
      success={{ toast: t`User deleted` }}
      failure={(error) => ({
        title: t`Delete Failed`,
        text: t`Failed to delete user.`,
        reason: error instanceof AppError ? error.detail : null,
      })}
      {...handlers}
    />
  );
}
