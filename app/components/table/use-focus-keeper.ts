import { useEffect, useRef, type RefObject } from 'react';

/**
 * When new rows remove the focused control (its row was deleted, for example), the browser moves the focus to the top of
 * the page. This moves it to the container instead: the next Tab continues from the table.
 */
export function useFocusKeeper(container: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const element = container.current;
    const remember = (event: FocusEvent) => {
      focused.current = event.target instanceof Element ? event.target : null;
    };
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget !== null) {
        focused.current = null;
        return;
      }
      // Without a target the control is being removed (browsers fire this while it is still in the page) or just loses the focus.
      queueMicrotask(() => {
        if (focused.current?.isConnected && focused.current !== document.activeElement) {
          focused.current = null;
        }
      });
    };
    element?.addEventListener('focusin', remember);
    element?.addEventListener('focusout', forget);
    return () => {
      element?.removeEventListener('focusin', remember);
      element?.removeEventListener('focusout', forget);
    };
  }, [container]);

  // After every render: any of them can remove rows.
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
  });
}
