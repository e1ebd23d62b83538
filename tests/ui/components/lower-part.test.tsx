import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

/** The hook of a document that was opened in this way. */
async function opened(type: 'navigate' | 'reload' | 'back_forward') {
  vi.resetModules();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({ type }) },
  ]);
  const { useLowerPart } = await import('~/components/layout/use-lower-part');
  return function Page() {
    return useLowerPart() ? <p>Lower part</p> : <p>Upper part alone</p>;
  };
}

beforeEach(() => vi.restoreAllMocks());

test('a page that was opened by its address has its lower part after the first paint', async () => {
  const Page = await opened('navigate');
  render(<Page />);
  expect(screen.getByText('Upper part alone')).toBeVisible();
  expect(await screen.findByText('Lower part')).toBeVisible();
});

test.each(['reload', 'back_forward'] as const)('a page opened by %s is whole', async (type) => {
  const Page = await opened(type);
  render(<Page />);
  expect(screen.getByText('Lower part')).toBeVisible();
});

test('so is one to which somebody comes back', async () => {
  const Page = await opened('navigate');
  const { unmount } = render(<Page />);
  await screen.findByText('Lower part');
  unmount();
  render(<Page />);
  expect(screen.getByText('Lower part')).toBeVisible();
});
