import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BATCH_LIMIT, runBatches } from '~/data/bulk/run-batches';

const NUMBERS = Array.from({ length: 1_000 }, (_, index) => index);
const options = (signal = new AbortController().signal) => ({ atOnce: 1, signal });
const itemOf = ({ item }: { item: number }) => item;

/** Calls that take so long for each item. */
function callsOf(msPerItem: number) {
  const sizes: number[] = [];
  const call = async (batch: readonly number[]) => {
    sizes.push(batch.length);
    vi.advanceTimersByTime(msPerItem * batch.length);
    return batch.map(() => null);
  };
  return { sizes, call };
}

describe('calls for several items at once', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('have one item at first, then twice as many as long as that is quick, up to a limit', async () => {
    const { sizes, call } = callsOf(1);
    const answers: number[] = [];
    const onProgress = (answered: number) => answers.push(answered);
    const outcomes = await runBatches(NUMBERS, call, { ...options(), onProgress });
    expect(sizes.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, BATCH_LIMIT, BATCH_LIMIT]);
    expect(outcomes).toEqual(NUMBERS.map((item) => ({ item, kind: 'done' })));
    expect(answers.slice(0, 3)).toEqual([1, 3, 7]);
    expect(answers.at(-1)).toBe(NUMBERS.length);
  });

  it('have few items where the API is slow', async () => {
    const { sizes, call } = callsOf(90);
    await runBatches(NUMBERS.slice(0, 10), call, options());
    expect(sizes).toEqual([1, 2, 2, 2, 2, 1]);
    const slow = callsOf(1_000);
    await runBatches(NUMBERS.slice(0, 3), slow.call, options());
    expect(slow.sizes).toEqual([1, 1, 1]);
  });
});

describe('the outcomes', () => {
  it('name the error of each item; what was not tried is left', async () => {
    const error = new Error('Still in use');
    const outcomes = await runBatches(
      NUMBERS.slice(0, 7),
      async (batch) => batch.filter((item) => item < 5).map((item) => (item === 2 ? error : null)),
      options(),
    );
    expect(outcomes).toEqual([
      { item: 0, kind: 'done' },
      { item: 1, kind: 'done' },
      { item: 2, kind: 'failed', error },
      { item: 3, kind: 'done' },
      { item: 4, kind: 'done' },
      { item: 5, kind: 'left' },
      { item: 6, kind: 'left' },
    ]);
  });

  it('have the error of a failed call for all of its items, and the next call is made', async () => {
    const error = new Error('Network error');
    const outcomes = await runBatches(
      NUMBERS.slice(0, 4),
      async (batch) => {
        if (batch.includes(2)) throw error;
        return batch.map(() => null);
      },
      options(),
    );
    expect(outcomes.filter(({ kind }) => kind === 'failed')).toEqual([
      { item: 1, kind: 'failed', error },
      { item: 2, kind: 'failed', error },
    ]);
    expect(outcomes.filter(({ kind }) => kind === 'done').map(itemOf)).toEqual([0, 3]);
  });

  it('end early: calls under way are waited for, the others are left', async () => {
    const cancel = new AbortController();
    let most = 0;
    let under = 0;
    const outcomes = await runBatches(
      NUMBERS,
      async (batch) => {
        most = Math.max(most, (under += 1));
        await new Promise((resolve) => setTimeout(resolve, 0));
        under -= 1;
        if (batch.includes(0)) cancel.abort();
        return batch.map(() => null);
      },
      { ...options(cancel.signal), atOnce: 4 },
    );
    expect(most).toBe(4);
    expect(outcomes.filter(({ kind }) => kind === 'done').map(itemOf)).toEqual([0, 1, 2, 3]);
    expect(outcomes.slice(4).every(({ kind }) => kind === 'left')).toBe(true);
  });
});
