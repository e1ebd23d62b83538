import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeTime } from '../../support/real-time';

const LONG_MS = 60_000;

/** In a page that nobody has touched yet. */
async function freshPage() {
  vi.resetModules();
  return import('~/lib/page-moments');
}

fakeTime();

test('what may be needed is loaded once somebody uses the page', async () => {
  const { whenUsed } = await freshPage();
  const load = vi.fn<() => void>();
  const loadLater = vi.fn<() => void>();
  whenUsed(load);
  whenUsed(vi.fn(() => expect.unreachable()))();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).not.toHaveBeenCalled();

  fireEvent.keyDown(document.body, { key: 'Tab' });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).toHaveBeenCalledTimes(1);

  whenUsed(loadLater);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(loadLater).toHaveBeenCalledTimes(1);
});

test('nothing is loaded while the page scrolls', async () => {
  const { whenUsed } = await freshPage();
  const load = vi.fn<() => void>();
  whenUsed(load);
  fireEvent.wheel(document.body);
  for (let scrolled = 0; scrolled < 50; scrolled += 1) {
    await vi.advanceTimersByTimeAsync(100);
    fireEvent.scroll(document);
  }
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was started after a paint can be taken back', async () => {
  const { whenPainted } = await freshPage();
  const run = vi.fn<() => void>();
  whenPainted(run);
  whenPainted(() => expect.unreachable())();
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(run).toHaveBeenCalledTimes(1);
});
