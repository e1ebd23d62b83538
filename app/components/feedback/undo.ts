import { detailOr } from '~/lib/app-error';
import { toast, type ToastAction } from './toast';

/** Brings deleted records back; rejects where one of them is not there again. */
export type Undo = (ids: readonly number[]) => Promise<unknown>;

/** The Undo button of a toast; none where the API cannot undo, or nothing was deleted. */
export function undoAction(
  undo: Undo | undefined,
  ids: readonly number[],
): ToastAction | undefined {
  if (!undo || ids.length === 0) return undefined;
  return {
    label: 'Undo',
    alternative: 'Activity restores it as well',
    run: () =>
      void undo(ids).then(
        () => toast.success('Restored'),
        (error: unknown) => toast.error(detailOr(error, 'Failed to restore')),
      ),
  };
}
