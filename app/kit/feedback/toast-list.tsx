import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { returnFocus } from '~/kit/ui/focus';
import { dismissToast, LONGEST_ACTION_MS, type Toast } from './toast';

/**
 * The stack of toasts in the corner. Pointer or focus on a toast pauses its timer, for a while. F8 moves
 * the focus there, Escape dismisses the newest toast. Unmount it with the last toast: if the pointer was on
 * that toast, Radix would never start the timer of the next one.
 */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const { viewport, opener, onFocus } = useReturnedFocus();
  useToastKeys(toasts, { viewport, opener });
  return (
    <RadixToast.Provider label={t`Notification`}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport
        label={t`Notifications (F8)`}
        ref={viewport}
        onFocus={onFocus}
        className="pointer-events-none fixed inset-x-0 bottom-0 z-toast mx-auto grid max-h-dvh max-w-md content-end gap-2 overflow-hidden p-4 sm:mr-0 print:hidden"
      />
    </RadixToast.Provider>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const failed = toast.tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  const { id, durationMs, link } = toast;
  useEffect(() => {
    if (!link) return undefined;
    const timer = setTimeout(dismissToast, Math.max(durationMs, LONGEST_ACTION_MS), id);
    return () => clearTimeout(timer);
  }, [id, durationMs, link]);
  return (
    <RadixToast.Root
      // Failures are read out at once, other toasts when the screen reader has finished its sentence.
      type={failed ? 'foreground' : 'background'}
      duration={toast.durationMs}
      data-toast={toast.id}
      onOpenChange={() => dismissToast(toast.id)}
      className="pointer-events-auto flex animate-rise-in items-start gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-float"
    >
      <Icon
        aria-hidden
        className={cn('mt-1.5 size-5 shrink-0', failed ? 'text-danger' : 'text-success')}
      />
      <RadixToast.Description className="min-h-8 min-w-0 flex-1 py-1.25 wrap-break-word">
        {toast.text}
      </RadixToast.Description>
      {toast.link && (
        <RadixToast.Action asChild altText={toast.link.alternative}>
          {'run' in toast.link ? (
            // Radix closes the toast on the first click, so the action runs only once.
            <button
              type="button"
              className="link min-h-8 shrink-0 cursor-pointer py-1.25"
              onClick={toast.link.run}
            >
              {toast.link.label}
            </button>
          ) : (
            <Link {...toast.link.target} className="link min-h-8 shrink-0 py-1.25">
              {toast.link.label}
            </Link>
          )}
        </RadixToast.Action>
      )}
      <RadixToast.Close
        aria-label={t`Dismiss`}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/**
 * When the stack disappears with the focus inside, the focus returns to `opener`, the control that had it
 * before.
 */
function useReturnedFocus() {
  const viewport = useRef<HTMLOListElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const list = viewport.current;
    return () => {
      if (list?.contains(document.activeElement)) returnFocus(opener.current);
    };
  }, []);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      opener.current = relatedTarget;
  };
  return { viewport, opener, onFocus };
}

/** Controls in which Tab and Ctrl+Z edit the text. */
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * Tab jumps to the action of a new toast and then back; Ctrl+Z clicks it
 * (docs/behaviour/dialogs-and-toasts.md).
 */
function useToastKeys(
  toasts: readonly Toast[],
  { viewport, opener }: Omit<ReturnType<typeof useReturnedFocus>, 'onFocus'>,
): void {
  const visited = useRef(0);
  /**
   * True if Tab jumped to the toast. If Tab reached it in document order, Tab must continue in that order,
   * or the focus would be trapped.
   */
  const isAhead = useRef(false);
  const newest = toasts.findLast(({ link }) => link);
  useEffect(() => {
    if (!newest) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      if (document.querySelector('[data-modal-layer]') || focused?.matches(TEXT_FIELD)) return;
      if (isUndo(event)) {
        if (!newest.link || !('run' in newest.link)) return;
        event.preventDefault();
        newest.link.run();
        dismissToast(newest.id);
        return;
      }
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
      const ofNewest = `[data-toast="${newest.id}"] :is(a, button)`;
      const controls = [...(viewport.current?.querySelectorAll<HTMLElement>(ofNewest) ?? [])];
      const isInside = viewport.current?.contains(focused) === true;
      if (!isInside && !event.shiftKey && visited.current < newest.id) {
        visited.current = newest.id;
        isAhead.current = true;
        if (focused instanceof HTMLElement) opener.current = focused;
        event.preventDefault();
        controls[0]?.focus();
      } else if (
        isInside &&
        isAhead.current &&
        focused === (event.shiftKey ? controls[0] : controls.at(-1))
      ) {
        isAhead.current = false;
        // After the toast, Tab continues from the opener.
        event.stopPropagation();
        if (event.shiftKey) event.preventDefault();
        opener.current?.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [newest, viewport, opener]);
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
