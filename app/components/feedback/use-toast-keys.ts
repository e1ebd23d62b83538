import { useEffect, useRef, type RefObject } from 'react';
import { dismissToast, type Toast } from './toast';

/** Controls where Tab and Ctrl+Z belong to the text. */
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

interface ToastKeys {
  toasts: readonly Toast[];
  viewport: RefObject<HTMLElement | null>;
  /** The control that had the focus before the toasts. */
  opener: RefObject<HTMLElement | null>;
}

/**
 * The keys of toasts with an action (docs/behaviour.md, "Screens"): the first Tab after one has come goes to its action, the one
 * behind it on to where it would have gone; Ctrl+Z presses the newest action. Neither does so in a text field or a dialog.
 */
export function useToastKeys({ toasts, viewport, opener }: ToastKeys): void {
  const visited = useRef(0);
  /** Tab has led to the toast ahead of its turn. Where it has come in its turn, the way on is the browser's: else there were no way out. */
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
      const controls = [
        ...(viewport.current?.querySelectorAll<HTMLElement>(
          `[data-toast="${newest.id}"] :is(a, button)`,
        ) ?? []),
      ];
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
        // Forwards the browser goes on from the opener.
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
