import { useEffect, useRef, useState } from 'react';

/** Thousands of rows are answered: the screen is not rendered for each. */
const SHOWN_EVERY_MS = 100;

/** Rows that the panel changes one by one: how many are done, and Cancel, which leaving the screen is too. */
export function useRunningRows() {
  const running = useRef<AbortController | null>(null);
  const showing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [done, setDone] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  useEffect(
    () => () => {
      running.current?.abort();
      clearTimeout(showing.current);
    },
    [],
  );
  return {
    done,
    cancelling,
    /** What a mutation of rows is told: when to stop, and whom it tells how far it is. */
    begin: () => {
      const stop = new AbortController();
      running.current = stop;
      clearTimeout(showing.current);
      showing.current = undefined;
      setDone(0);
      setCancelling(false);
      let answered = 0;
      const onProgress = (rows: number) => {
        answered = rows;
        showing.current ??= setTimeout(() => {
          showing.current = undefined;
          setDone(answered);
        }, SHOWN_EVERY_MS);
      };
      return { signal: stop.signal, onProgress };
    },
    cancel: () => {
      running.current?.abort();
      setCancelling(true);
    },
  };
}
