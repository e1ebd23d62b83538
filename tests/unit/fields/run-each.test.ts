import { expect, it } from 'vitest';
import { runEach } from '~/fields/run-each';

const NUMBERS = Array.from({ length: 10 }, (_, index) => index);

/** Calls that end when they are told to. */
function heldCalls() {
  const under = new Map<number, () => void>();
  const made: number[] = [];
  let most = 0;
  return {
    made,
    most: () => most,
    call: (item: number) =>
      new Promise<void>((resolve) => {
        made.push(item);
        under.set(item, resolve);
        most = Math.max(most, under.size);
      }),
    end: async (item: number) => {
      under.get(item)?.();
      under.delete(item);
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

it('a few calls run at once, and the next begins when one has ended', async () => {
  const calls = heldCalls();
  const answers: number[] = [];
  const run = runEach(NUMBERS, calls.call, {
    atOnce: 4,
    signal: new AbortController().signal,
    onProgress: (answered) => answers.push(answered),
  });
  expect(calls.made).toEqual([0, 1, 2, 3]);
  await calls.end(2);
  expect(calls.made).toEqual([0, 1, 2, 3, 4]);
  for (const item of NUMBERS) await calls.end(item);
  for (const item of NUMBERS) await calls.end(item);
  const outcomes = await run;
  expect(calls.most()).toBe(4);
  expect(outcomes).toEqual(NUMBERS.map((item) => ({ item, kind: 'done' })));
  expect(answers).toEqual(NUMBERS.map((item) => item + 1));
});
