/** Number of calls to an API that a batch makes at the same time. */
export const CALLS_AT_ONCE = 4;

export type Outcome<T> =
  | { item: T; kind: 'done' }
  | { item: T; kind: 'failed'; error: unknown }
  /** The batch was stopped before this call was made. */
  | { item: T; kind: 'skipped' };

export interface RunEachOptions {
  atOnce: number;
  /**
   * Aborting stops further calls. Calls under way are still awaited, since their results would be unknown.
   */
  signal?: AbortSignal;
  /** Called after each answer with the number of answers so far. */
  onProgress?: (answered: number) => void;
}

/** Makes one call per item, a few at once, then rejects with the first error. */
export async function changeEach<T>(items: readonly T[], call: (item: T) => Promise<unknown>) {
  const outcomes = await runEach(items, call, { atOnce: CALLS_AT_ONCE });
  const failed = outcomes.find((outcome) => outcome.kind === 'failed');
  if (failed) throw failed.error;
}

/** Makes one call per item, a few at once. Returns the outcomes in the order of the items; never rejects. */
export async function runEach<T>(
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
  { atOnce, signal, onProgress }: RunEachOptions,
): Promise<Outcome<T>[]> {
  const outcomes = items.map((item): Outcome<T> => ({ item, kind: 'skipped' }));
  const waiting = items.entries();
  let answered = 0;
  async function work(): Promise<void> {
    for (const [index, item] of waiting) {
      if (signal?.aborted) return;
      outcomes[index] = await call(item).then(
        () => ({ item, kind: 'done' }),
        (error: unknown) => ({ item, kind: 'failed', error }),
      );
      answered += 1;
      onProgress?.(answered);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}
