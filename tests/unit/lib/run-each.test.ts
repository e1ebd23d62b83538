import { expect, it } from 'vitest';
import { runEach } from '~/lib/run-each';

const NUMBERS = Array.from({ length: 10 }, (_, index) => index);

/** Calls that end when they are told to. */
function heldCalls() {
  const under = new Map<number, { end: () => void; fail: (error: Error) => void }>();
  const made: number[] = [];
  let most = 0;
  return {
    made,
    most: () => most,
    call: (item: number) =>
      new Promise<void>((resolve, reject) => {
        made.push(item);
        const over = () => under.delete(item);
        under.set(item, {
          end: () => (over(), resolve()),
          fail: (error) => (over(), reject(error)),
        });
        most = Math.max(most, under.size);
      }),
    end: async (item: number) => {
      under.get(item)?.end();
      await settled();
    },
    fail: async (item: number, error: Error) => {
      under.get(item)?.fail(error);
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('are made a few at once, the next one when one has ended', async () => {
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

it('end early: those under way are waited for, the others are left', async () => {
  const calls = heldCalls();
  const cancel = new AbortController();
  const run = runEach(NUMBERS, calls.call, { atOnce: 4, signal: cancel.signal });
  await calls.end(0);
  cancel.abort();
  for (const item of [1, 2, 3]) await calls.end(item);
  await calls.fail(4, new Error('Too late'));
  const kinds = (await run).map(({ kind }) => kind).join(' ');
  expect(kinds).toBe('done done done done failed left left left left left');
  expect(calls.made).toEqual([0, 1, 2, 3, 4]);
});
