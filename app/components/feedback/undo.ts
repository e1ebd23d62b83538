import { t } from '~/lib/texts';
import { outcomeToasts } from './outcome-toasts';
import type { ToastLink } from './toast';

/** Brings deleted records back; rejects where one of them is not there again. */
export type Undo = (ids: readonly number[]) => Promise<unknown>;

/** The Undo button of a toast; none where the API cannot undo, or nothing was deleted. */
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
