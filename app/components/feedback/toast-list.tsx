import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dismissToast, type Toast } from './toast';

/** A live region has to be on the page before its text, or screen readers pass over it. */
const ANNOUNCE_DELAY_MS = 60;

/** The stack of toasts in the corner. Their timers pause while the pointer or the focus is on one. */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const [held, setHeld] = useState(false);
  if (toasts.length === 0) return null;
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 mx-auto flex max-h-dvh max-w-md flex-col justify-end overflow-hidden p-4 sm:mr-0 print:hidden"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timers, does nothing else */}
      <ol
        className="grid gap-2"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} held={held} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast, held }: { toast: Toast; held: boolean }) {
  const announced = useAnnounced();
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(dismissToast, toast.durationMs, toast.id);
    return () => clearTimeout(timer);
  }, [toast, held]);
  const failed = toast.tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <li className="pointer-events-auto flex animate-rise-in items-start gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-float">
      <Icon
        aria-hidden
        className={
          failed ? 'mt-1.5 size-5 shrink-0 text-danger' : 'mt-1.5 size-5 shrink-0 text-success'
        }
      />
      <p
        role={failed ? 'alert' : 'status'}
        className="min-h-8 min-w-0 flex-1 py-1.25 wrap-break-word"
      >
        {announced && toast.text}
      </p>
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        onClick={() => dismissToast(toast.id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

function useAnnounced(): boolean {
  const [announced, setAnnounced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return announced;
}
