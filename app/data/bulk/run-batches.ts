import type { Outcome, RunEachOptions } from '~/lib/run-each';

/** How long one call may take: whoever ends it early waits for the calls under way. */
const CALL_MS = 200;
/** The most items in one call. */
export const BATCH_LIMIT = 50;

/**
 * Does what runEach does with several items in each call: one at first, then as many as CALL_MS allows. The call resolves to
 * an error or null for each item that it has tried, in their order; those it has not tried are left. Where it rejects nobody
 * knows what has become of its items: all of them have failed.
 */
export async function runBatches<T>(
  items: readonly T[],
  call: (batch: readonly T[]) => Promise<readonly unknown[]>,
  { atOnce, signal, onProgress }: RunEachOptions,
): Promise<Outcome<T>[]> {
  const outcomes = items.map((item): Outcome<T> => ({ item, kind: 'left' }));
  let next = 0;
  let answered = 0;
  async function work(): Promise<void> {
    let size = 1;
    while (next < items.length && !signal?.aborted) {
      const from = next;
      const batch = items.slice(from, from + size);
      next += batch.length;
      const started = performance.now();
      const errors = await errorsOf(batch, call);
      for (const [index, item] of batch.entries()) {
        const error = errors[index];
        if (error === undefined) continue;
        outcomes[from + index] =
          error === null ? { item, kind: 'done' } : { item, kind: 'failed', error };
      }
      answered += errors.length;
      onProgress?.(answered);
      size = nextSize(size, performance.now() - started);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

async function errorsOf<T>(
  batch: readonly T[],
  call: (batch: readonly T[]) => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  try {
    return await call(batch);
  } catch (error) {
    return batch.map(() => error);
  }
}

/** At most twice as many as before: the next ones may take longer. */
function nextSize(size: number, tookMs: number): number {
  const fitting = Math.floor((size * CALL_MS) / tookMs);
  return Math.max(1, Math.min(BATCH_LIMIT, 2 * size, fitting));
}
