import { useEffect, useRef, useState } from 'react';
import { Button } from '~/kit/ui/button';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import type { Choice, Selection } from './selection';

export interface ReadOptions {
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

/** All rows of a paged list that match its search and filters. */
export interface Matching {
  /** Equal for equal search and filters. */
  key: string;
  /** Number of rows; null if the API does not report it. */
  total: number | null;
  /** Reads the current rows. A row that cannot be chosen is null. */
  read: (options: ReadOptions) => Promise<ReadonlyArray<Choice | null>>;
}

type State =
  | { phase: 'running'; rows: number }
  | { phase: 'taken'; others: number }
  | { phase: 'failed'; error: unknown };

interface SelectMatchingProps {
  selection: Selection;
  matching: Matching;
  /** True if every row of the page is chosen. */
  isPageChosen: boolean;
}

/** "Select all 1,063 that match" (docs/behaviour/lists.md). Use the key of the filters as its React key. */
export function SelectMatching({ selection, matching, isPageChosen }: SelectMatchingProps) {
  const { total, read } = matching;
  const [state, setState] = useState<State | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function take(): Promise<void> {
    const { signal } = (running.current = new AbortController());
    const say = (next: State) => signal.aborted || setState(next);
    say({ phase: 'running', rows: 0 });
    try {
      const rows = await read({
        signal,
        onProgress: (done) => say({ phase: 'running', rows: done }),
      });
      signal.throwIfAborted();
      const choices = rows.filter((row) => row !== null);
      selection.add(choices);
      say({ phase: 'taken', others: rows.length - choices.length });
    } catch (error) {
      say({ phase: 'failed', error });
    }
  }

  if (state?.phase === 'running')
    return (
      <>
        <span role="status" className="text-muted tabular-nums">
          {total === null
            ? formatNumber(state.rows)
            : t`${formatNumber(state.rows)} of ${formatNumber(total)}`}
        </span>
        <Button
          size="sm"
          variant="secondary"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the pressed button
          autoFocus
          onClick={() => {
            running.current?.abort();
            setState(null);
          }}
        >{t`Cancel`}</Button>
      </>
    );
  if (state?.phase === 'taken')
    return (
      state.others > 0 && (
        <span className="text-muted">{t`${formatNumber(state.others)} cannot be chosen`}</span>
      )
    );
  return (
    <>
      {state && (
        <span role="alert" className="text-danger">
          {detailOrMessage(state.error)}
        </span>
      )}
      {isPageChosen && (
        <Button size="sm" variant="secondary" onClick={() => void take()}>
          {total === null
            ? t`Select all that match`
            : t`Select all ${formatNumber(total)} that match`}
        </Button>
      )}
    </>
  );
}
