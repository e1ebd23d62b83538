import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
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
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {'Open'}
      </button>
    );
  return (
    <>
      <p>Above</p>
      <BelowFirst>
        <p>Below</p>
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
