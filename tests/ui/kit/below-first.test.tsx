import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ListKeys } from '~/kit/keys/list-keys';
import { BelowFirst } from '~/kit/layout/below-first';
import { button, renderScreen } from '../../support/on-screen';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
});

/** Lets the browser paint. */
const paint = () =>
  act(async () => {
    for (const callback of frames.splice(0)) callback(performance.now());
    await new Promise((resolve) => setTimeout(resolve));
  });

function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    );
  return (
    <>
      <p>Above</p>
      <BelowFirst>
        <p>Below</p>
        <button type="button" data-key="c" onClick={() => setAdded(true)}>
          {added ? 'Added' : 'Add'}
        </button>
      </BelowFirst>
    </>
  );
}

it('renders what is above first, and the rest once that is painted', async () => {
  const { press } = await renderScreen(<Screen />);
  await press('Open');
  expect(screen.getByText('Above')).toBeVisible();
  expect(screen.queryByText('Below')).toBeNull();
  await paint();
  expect(screen.getByText('Below')).toBeVisible();
});

it('renders everything at once where the address leads further down', async () => {
  const { router, user } = await renderScreen(<Screen />);
  await act(() => router.navigate({ to: '.', hash: 'history' }));
  await user.click(button('Open'));
  expect(screen.getByText('Below')).toBeVisible();
});

it('renders everything at once in a tab in the background, which is not painted', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { press } = await renderScreen(<Screen />);
  await press('Open');
  expect(screen.getByText('Below')).toBeVisible();
});

it('answers a key that is pressed before what it presses is there', async () => {
  const { press, user } = await renderScreen(
    <>
      <ListKeys />
      <Screen />
    </>,
  );
  await import('~/kit/keys/rows');
  await press('Open');
  await user.keyboard('c');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText('Below')).toBeNull();
  await paint();
  expect(button('Add')).toBeVisible();
  await waitFor(async () => {
    await paint();
    expect(button('Added')).toBeVisible();
  });
});
