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
    <LeaveDialog
      open={blocker.status === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

interface LeaveDialogProps {
  open: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** The question itself, also for a dialog that holds a form and is about to close. */
export function LeaveDialog({ open, onLeave, onStay }: LeaveDialogProps) {
  return (
    <LazyConfirmDialog
      open={open}
      title="Leave without saving?"
      description="What you have changed here has not been saved and will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}
