import { useEffect, useRef, type RefObject } from 'react';

/**
 * When new rows take the focused control away (its row was deleted, say), the browser drops the focus at the top of the
 * page. This gives it to the frame instead: the next Tab goes on from the table.
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
      // Without a target it is either being removed (browsers say so while it is still on the page) or left for nothing.
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

  // After every render: any of them can be the one that takes rows away.
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
  });
}
