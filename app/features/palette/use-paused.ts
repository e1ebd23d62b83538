import { useEffect, useState } from 'react';
import { TYPING_PAUSE_MS } from '~/lib/use-filter-draft';

/** The text as it was at the last pause of the typing. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
