import { useEffect, useRef, useState } from 'react';
import { toast, undoAction } from '~/kit/feedback/toast';
import { counted, type Noun } from '~/kit/ui/list-count';
import { isNotFound } from '~/rpc/errors/app-error';
import { CALLS_AT_ONCE, runEach, type Outcome } from '~/fields/run-each';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import type { BatchAction } from './batch-action';
import type { Choice } from './selection';

export type BatchState =
  | { phase: 'asking' }
  | { phase: 'running'; answered: number; total: number; cancelling: boolean }
  | { phase: 'result'; outcomes: readonly Outcome<Choice>[] };

export interface Batch {
  action: BatchAction;
  noun: Noun;
  /** Called after the last answer with the completed ids. */
  onFinished: (done: readonly number[]) => void;
  onClose: () => void;
}

/** "2 of 3 buildings deleted" */
export function summaryOf(
  outcomes: readonly Outcome<Choice>[],
  { action, noun }: Pick<Batch, 'action' | 'noun'>,
): string {
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  const total = counted(outcomes.length, noun);
  return done === outcomes.length ? action.done(total) : action.done(t`${done} of ${total}`);
}

/**
 * Runs an action on records. After full success it reports that and closes, otherwise the result stays
 * visible.
 */
export function useBatch(batch: Batch) {
  const { action, onFinished, onClose } = batch;
  const [state, setState] = useState<BatchState>({ phase: 'asking' });
  const running = useRef<AbortController | null>(null);
  const isShown = useIsShown();
  const doneIds = useRef<number[]>([]);
  // When another screen opens, the remaining calls are not made, and the result becomes a toast.
  useEffect(() => () => running.current?.abort(), []);

  async function run(choices: readonly Choice[]): Promise<void> {
    // A second click may come before the first one's state is rendered.
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    const total = choices.length;
    setState({ phase: 'running', answered: 0, total, cancelling: false });
    const outcomes = await runEach(choices, ({ id }) => action.call(id), {
      atOnce: CALLS_AT_ONCE,
      signal: stop.signal,
      onProgress: (answered) =>
        setState({ phase: 'running', answered, total, cancelling: stop.signal.aborted }),
    });
    const done = outcomes.filter(({ kind }) => kind === 'done');
    const hasMissing = outcomes.some((one) => one.kind === 'failed' && isNotFound(one.error));
    doneIds.current.push(...done.map(({ item }) => item.id));
    if (done.length > 0 || hasMissing) action.finished(done.map(({ item }) => item.id));
    onFinished(doneIds.current);
    if (done.length === total) {
      succeed(outcomes);
      onClose();
    } else if (isShown()) {
      running.current = null;
      setState({ phase: 'result', outcomes });
    } else toast.error(summaryOf(outcomes, batch));
  }

  /** One Undo for all completed records, of the first run and of retries. */
  function succeed(outcomes: readonly Outcome<Choice>[]): void {
    toast.success(summaryOf(outcomes, batch), undoAction(action.undo, doneIds.current));
  }

  return {
    state,
    close: () => {
      if (state.phase === 'result' && action.undo && doneIds.current.length > 0)
        succeed(state.outcomes);
      onClose();
    },
    run: (choices: readonly Choice[]) => void run(choices),
    cancel: () => {
      running.current?.abort();
      setState((now) => (now.phase === 'running' ? { ...now, cancelling: true } : now));
    },
  };
}
