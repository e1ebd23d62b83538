import { useSyncExternalStore } from 'react';

/** Phone layout, in which a list's row has two lines (styles.css). */
export const PHONE = 'screen and (width < 48rem)';

/** True during printing. React renders the change before the browser prints. */
export function usePrinting(): boolean {
  return useMediaQuery('print');
}

/** True if a media query matches; false on the server. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
