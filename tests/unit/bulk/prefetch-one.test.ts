import { describe, expect, it } from 'vitest';
import { prefetchOne } from '~/api/bulk/prefetch-one';

async function* count(to: number, seen: number[]): AsyncGenerator<number, void, undefined> {
  try {
    for (let number = 1; number <= to; number += 1) {
      seen.push(number);
      yield await Promise.resolve(number);
    }
  } finally {
    seen.push(-1);
  }
}

async function* failing(): AsyncGenerator<number, void, undefined> {
  yield await Promise.resolve(1);
  throw new Error('broken');
}

async function drainOnes(numbers: AsyncIterable<number>): Promise<void> {
  for await (const number of numbers) expect(number).toBe(1);
}

describe('prefetchOne', () => {
  it('hands everything on, asks one ahead and closes its source', async () => {
    const seen: number[] = [];
    const got: number[] = [];
    for await (const number of prefetchOne(count(3, seen))) {
      got.push(number);
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(seen).toContain(Math.min(number + 1, 3));
    }
    expect(got).toEqual([1, 2, 3]);
    expect(seen.at(-1)).toBe(-1);
  });

  it('closes its source when the consumer stops, and passes failures on', async () => {
    const seen: number[] = [];
    for await (const number of prefetchOne(count(9, seen))) if (number === 2) break;
    expect(seen.at(-1)).toBe(-1);
    await expect(drainOnes(prefetchOne(failing()))).rejects.toThrow('broken');
  });
});
