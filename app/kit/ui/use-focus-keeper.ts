import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost, trackFocus } from './last-focused';
import { focusPlace, placeOf, type RowPlace } from './list-rows';

/** If new rows remove the focused control, focuses the row that replaced its row, otherwise the heading. */
export function useFocusKeeper(container: RefObject<HTMLElement | null>): void {
  const focused = useRef<ReturnType<typeof trackFocus> | null>(null);
  const place = useRef<RowPlace | null>(null);

  useEffect(() => {
    const root = container.current;
    if (!root) return undefined;
    const tracked = trackFocus(root);
    focused.current = tracked;
    const remember = ({ target }: FocusEvent) => {
      place.current = target instanceof Element ? placeOf(target) : null;
    };
    root.addEventListener('focusin', remember);
    return () => {
      tracked.stop();
      root.removeEventListener('focusin', remember);
    };
  }, [container]);

  // After every render: any of them can remove rows.
  useEffect(() => {
    const control = focused.current?.control();
    if (!control) return;
    if (control.isConnected) {
      place.current = placeOf(control);
      return;
    }
    focused.current?.forget();
    if (isFocusLost()) focusPlace(place.current);
  });
}
