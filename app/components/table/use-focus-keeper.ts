import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost, trackFocus } from '~/lib/last-focused';

/**
 * When new rows remove the focused control (its row was deleted, for example), the browser moves the focus to the top of
 * the page. This moves it to the container instead: the next Tab continues from the table.
 */
export function useFocusKeeper(container: RefObject<HTMLElement | null>): void {
  const focused = useRef<ReturnType<typeof trackFocus> | null>(null);

  useEffect(() => {
    if (!container.current) return undefined;
    const tracked = trackFocus(container.current);
    focused.current = tracked;
    return tracked.stop;
  }, [container]);

  // After every render: any of them can remove rows.
  useEffect(() => {
    const control = focused.current?.control();
    if (!control || control.isConnected) return;
    focused.current?.forget();
    if (isFocusLost()) container.current?.focus({ preventScroll: true });
  });
}
