import { useEffect, useRef, useState } from 'react';
import { Store, useStore } from '~/lib/store';
import { t } from '~/lib/texts';
import { RowsProgress } from '../rows-progress';

/** Rows that the panel changes one by one: how many are done, and Cancel, which leaving the screen is too. */
export function useRunningRows() {
  const running = useRef<AbortController | null>(null);
  // Followed by who shows it: the rest of a long screen is not rendered for each row.
  const [done] = useState(() => new Store(0));
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  return {
    done,
    cancelling,
    /** The options of a mutation of rows: the signal that stops it, and the listener to its progress. */
    begin: () => {
      const stop = new AbortController();
      running.current = stop;
      done.set(0);
      setCancelling(false);
      return { signal: stop.signal, onProgress: done.set };
    },
    cancel: () => {
      running.current?.abort();
      setCancelling(true);
    },
  };
}

type Running = Omit<ReturnType<typeof useRunningRows>, 'begin'>;

/** Rows that this panel applies one by one: Cancel keeps back those not begun. */
export function ApplyProgress({ total, done, cancelling, cancel }: Running & { total: number }) {
  const rows = useStore(done);
  return (
    <RowsProgress
      title={t`Import progress`}
      label={t`Rows applied`}
      done={{ rows, total }}
      cancelling={cancelling}
      onCancel={cancel}
    />
  );
}
