import { ConfirmDelete, type ConfirmDeleteProps } from '~/kit/feedback/confirm-delete';
import type { Condo } from '~/condos/fields';
import { HTTP_BAD_REQUEST } from '~/rpc/errors/http-status';
import { condoMutations } from '~/condos/queries';
import { AppError, detailOr } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';

/** The text for a building that could not be deleted (docs/behaviour/condos.md, "Delete"). */
function deleteFailureText(error: unknown): string {
  return error instanceof AppError && error.status === HTTP_BAD_REQUEST
    ? detailOr(error, t`Cannot delete: users are still associated with this building.`)
    : t`Failed to delete building.`;
}

type Handlers = Pick<ConfirmDeleteProps<Condo>, 'onDone' | 'onDeleted'>;

export function DeleteCondo({ condo, ...handlers }: Handlers & { condo: Condo | null }) {
  const { one } = condoMutations.useRemoval();
  return (
    <ConfirmDelete
      record={condo}
      title={t`Delete Building`}
      question={t`Are you sure you want to delete this building? This action cannot be undone.`}
      nameOf={({ name }) => name ?? ''}
      {...one}
      success={{ toast: t`Building deleted` }}
      failure={(error) => ({ title: t`Delete Failed`, text: deleteFailureText(error) })}
      {...handlers}
    />
  );
}
