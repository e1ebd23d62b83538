import { useBlocker } from '@tanstack/react-router';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';

/** Where the browser goes when the session has ended; nothing may hold it up. */
const SIGN_IN_PATH = '/login';

/**
 * Asks before a form with unsaved changes is left: by a link, Back, or closing the tab (there in the browser's own
 * words). `isDirty` is called at that moment, so a form that has just been saved never asks.
 */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && next.pathname !== SIGN_IN_PATH && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <LazyConfirmDialog
      open={blocker.status === 'blocked'}
      title="Leave without saving?"
      description="What you have changed here has not been saved and will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
