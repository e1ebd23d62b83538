import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component is still on the screen, for the end of a slow call: nobody is led away from another screen. */
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
