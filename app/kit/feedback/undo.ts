import { t } from '~/language/texts';
import { outcomeToasts } from './outcome-toasts';
import type { ToastLink } from './toast';

/** Restores deleted records; rejects if one of them could not be restored. */
export type Undo = (ids: readonly number[]) => Promise<unknown>;

/** The Undo button of a toast; none if the API cannot undo, or nothing was deleted. */
export function undoAction(undo: Undo | undefined, ids: readonly number[]): ToastLink | undefined {
  if (!undo || ids.length === 0) return undefined;
  return {
    label: t`Undo`,
    alternative: t`Activity restores it as well`,
    run() {
      const { onSuccess, onError } = outcomeToasts(t`Restored`, t`Failed to restore`);
      void undo(ids).then(onSuccess, onError);
    },
  };
}
