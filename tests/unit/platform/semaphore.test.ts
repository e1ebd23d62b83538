import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Semaphore } from '~/platform/semaphore';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const SETTINGS = { permits: 1, queueLimit: 2, waitLimitMs: 1_000, busy: () => new Error('busy') };

/** The failure of a piece of work, for a test that continues until it fails. */
const failureOf = (running: Promise<unknown>) =>
  running.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

/** Work that the test ends. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: vi.fn<() => Promise<string>>(() => promise), end: () => resolve('done') };
}

it('work that fails gives its permit back, in the order of asking', async () => {
  const semaphore = new Semaphore(SETTINGS);
  const order: string[] = [];
  const fail = semaphore.withPermit(signal, () => Promise.reject(new Error('failed')));
  const others = ['a', 'b'].map((name) =>
    semaphore.withPermit(signal, async () => {
      order.push(name);
    }),
  );
  await expect(fail).rejects.toThrow('failed');
  await Promise.all(others);
  expect(order).toEqual(['a', 'b']);
});

it('past the queue, or after too long a wait, it is busy', async () => {
  const semaphore = new Semaphore(SETTINGS);
  const [first, second] = [work(), work()];
  const running = semaphore.withPermit(signal, first.run);
  const waiting = failureOf(semaphore.withPermit(signal, second.run));
  const other = failureOf(semaphore.withPermit(signal, second.run));
  await expect(semaphore.withPermit(signal, second.run)).rejects.toThrow('busy');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all([waiting, other])).toEqual(['busy', 'busy']);
  first.end();
  expect(await running).toBe('done');
  expect(second.run).not.toHaveBeenCalled();
  expect(await semaphore.withPermit(signal, async () => 'free again')).toBe('free again');
});

it('an aborted request leaves the queue', async () => {
  const semaphore = new Semaphore(SETTINGS);
  const [first, second, third] = [work(), work(), work()];
  const running = semaphore.withPermit(signal, first.run);
  const leaving = new AbortController();
  const failure = failureOf(semaphore.withPermit(leaving.signal, second.run));
  const staying = semaphore.withPermit(signal, third.run);
  leaving.abort(new Error('left'));
  expect(await failure).toBe('left');
  third.end();
  first.end();
  await running;
  expect(await staying).toBe('done');
  expect(second.run).not.toHaveBeenCalled();
});
