import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is still on the screen. Needed when a slow call ends: a person who has gone on to another
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
