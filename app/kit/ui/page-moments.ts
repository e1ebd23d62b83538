import { useCallback, useEffect, useRef } from 'react';

/** Returns a check for the end of a slow call: a user who has left the screen must not be redirected. */
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
