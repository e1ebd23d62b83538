import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is still on the screen. For what happens when a slow call ends: whoever has gone on to another
 * screen or form is told the result, but neither led away from there nor asked anything.
 */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
