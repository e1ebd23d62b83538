import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { lazyPart, PlainMessage } from './lazy-part';
import { dismissToast, shownToasts, type Toast } from './toast';

const ListPart = lazyPart(() => import('./toast-list'));

/** Shows the toasts. The root mounts it once. */
export function Toaster() {
  const toasts = useSelector(shownToasts);
  const newest = toasts.at(-1);
  return (
    // Radix hides everything but live regions from screen readers while a dialog is open. "off", since the
    // list announces toasts itself.
    <div aria-live="off">
      <ListPart
        open={newest !== undefined}
        failed={newest && <PlainToast key={newest.id} toast={newest} />}
      >
        {({ ToastList }) => newest && <ToastList toasts={toasts} />}
      </ListPart>
    </div>
  );
}

/** A toast for the time in which the list cannot be loaded. */
function PlainToast({ toast: { id, text, durationMs } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(dismissToast, durationMs, id);
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  return <PlainMessage role="alert">{text}</PlainMessage>;
}
