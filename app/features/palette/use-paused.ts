import { useEffect, useRef, useState } from 'react';
import { TYPING_PAUSE_MS } from '~/lib/use-filter-draft';

/**
 * A text as it was at the last pause of the typing, and what hears of each letter. `onPause` is called before the screen is
 * rendered for that text: a call that it makes does not wait for a frame.
 */
export function usePaused(
  initial: string,
  onPause: (text: string) => void,
): [paused: string, type: (text: string) => void] {
  const [paused, setPaused] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    paused,
    (text) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        onPause(text);
        setPaused(text);
      }, TYPING_PAUSE_MS);
    },
  ];
}
