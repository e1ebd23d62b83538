import { useCallback, useEffect, useRef } from 'react';

/** Returns a check for the end of a slow call: a user who has left the screen must not be redirected. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
