import { useEffect, useRef, useState } from 'react';

/** How many rows are done. It tells only who subscribes: the rest of a long screen is not rendered for it. */
export class DoneRows {
  #rows = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly rows = (): number => this.#rows;

  readonly tell = (rows: number): void => {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  };
}

/** Rows that the panel changes one by one: how many are done, and Cancel, which leaving the screen is too. */
export function useRunningRows() {
  const running = useRef<AbortController | null>(null);
  const [done] = useState(() => new DoneRows());
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  return {
    done,
    cancelling,
    /** What a mutation of rows is told: when to stop, and whom it tells how far it is. */
    begin: () => {
      const stop = new AbortController();
      running.current = stop;
      done.tell(0);
      setCancelling(false);
      return { signal: stop.signal, onProgress: done.tell };
    },
    cancel: () => {
      running.current?.abort();
      setCancelling(true);
    },
  };
}
