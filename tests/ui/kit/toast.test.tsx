import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, shownToasts, toast } from '~/kit/feedback/toast';
import { Toaster } from '~/kit/feedback/toaster';
import { DialogWindow } from '~/kit/ui/dialog';
import { fakeTime } from '../../support/real-time';

fakeTime();
afterEach(() => {
  for (const { id } of shownToasts.get()) dismissToast(id);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Returns two values: true if the toast is there just before this time has passed, and just after. */
async function aroundEnd(text: string, ms: number): Promise<boolean[]> {
  await pass(ms - 100);
  const before = screen.queryByText(text) !== null;
  await pass(200);
  return [before, screen.queryByText(text) !== null];
}
const GOES = [true, false];

/** The list is fetched with the first toast. */
async function showToaster() {
  render(<Toaster />);
  await act(() => import('~/kit/feedback/toast-list'));
  await pass(100);
}

test('a toast from before the list was there is not lost, and has its full time', async () => {
  toast.success('Building deleted');
  await pass(5_000);
  await showToaster();
  expect(screen.getByText('Building deleted')).toBeInTheDocument();
});

test('a success stays 2 seconds, an error 4', async () => {
  await showToaster();
  act(() => {
    toast.success('Building deleted');
    toast.error('Failed to create condo: no answer');
  });
  expect(await aroundEnd('Building deleted', 2_000)).toEqual(GOES);
  expect(await aroundEnd('Failed to create condo: no answer', 1_900)).toEqual(GOES);
});

const CTRL_Z = { key: 'z', ctrlKey: true };

/** Presses a key. Returns true if it was left to the browser. */
const press = (init: KeyboardEventInit) =>
  fireEvent.keyDown(document.activeElement ?? document.body, init);

const focus = (role: string, name: string) => act(() => screen.getByRole(role, { name }).focus());

test('a toast with an action stays 10 seconds; the next Tab goes to it, Ctrl+Z presses it, neither in a text field', async () => {
  const run = vi.fn<() => void>();
  const undo = { label: 'Undo', alternative: 'Activity restores it as well', run };
  render(
    <>
      <button>Row</button>
      <input aria-label="Search" />
    </>,
  );
  await showToaster();
  const show = async () => {
    act(() => toast.success('Building deleted', undo));
    await pass(100);
  };
  await show();
  expect(await aroundEnd('Building deleted', 9_900)).toEqual(GOES);

  await show();
  focus('textbox', 'Search');
  expect(press({ key: 'Tab' })).toBe(true);
  expect(press(CTRL_Z)).toBe(true);
  expect(run).not.toHaveBeenCalled();
  focus('button', 'Row');
  expect(press({ key: 'Tab' })).toBe(false);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  // The Tab behind the toast goes on from the row.
  focus('button', 'Dismiss');
  expect(press({ key: 'Tab' })).toBe(true);
  expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
  // Once is enough: the second Tab goes on. Where the toast comes in its turn, it is no trap.
  expect(press({ key: 'Tab' })).toBe(true);
  focus('button', 'Dismiss');
  press({ key: 'Tab' });
  expect(screen.getByRole('button', { name: 'Row' })).not.toHaveFocus();
  focus('button', 'Row');
  expect(press(CTRL_Z)).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
  await pass(0);
  expect(screen.queryByText('Building deleted')).not.toBeInTheDocument();
  press(CTRL_Z);
  expect(run).toHaveBeenCalledTimes(1);
});

test('Shift+Tab leads back from an action to where Tab was pressed', async () => {
  render(<button>Row</button>);
  await showToaster();
  act(() =>
    toast.success('Building deleted', { label: 'Undo', alternative: 'Activity', run: () => {} }),
  );
  await pass(100);
  focus('button', 'Row');
  press({ key: 'Tab' });
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  expect(press({ key: 'Tab', shiftKey: true })).toBe(false);
  expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
});

test('screen readers find a toast beside a dialog, whichever came first', async () => {
  render(<button>Row</button>);
  await showToaster();
  act(() => toast.error('Before'));
  render(
    <DialogWindow title="Saved views" onClose={() => {}}>
      <button>Copy link</button>
    </DialogWindow>,
  );
  await pass(100);
  act(() => toast.success('After', { label: 'Undo', alternative: 'Activity', run: () => {} }));
  await pass(100);
  expect(screen.queryByRole('button', { name: 'Row' })).toBeNull();
  const toasts = within(screen.getByRole('region', { name: 'Notifications (F8)' }));
  expect(toasts.getAllByRole('listitem')).toHaveLength(2);
  expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('there are 20 at most: a 21st dismisses the oldest', async () => {
  await showToaster();
  act(() => {
    for (let number = 1; number <= 21; number += 1) toast.error(`Error ${number}.`);
  });
  await pass(100);
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
  expect(screen.queryByText('Error 1.')).not.toBeInTheDocument();
  expect(screen.getByText('Error 2.')).toBeInTheDocument();
  expect(screen.getByText('Error 21.')).toBeInTheDocument();
});

test.each([
  ['success', 'polite'],
  ['error', 'assertive'],
] as const)('%s is read out (%s); the live region is there before its text', async (tone, live) => {
  await showToaster();
  act(() => toast[tone]('Saved'));
  const region = screen.getByRole('status');
  expect(region).toHaveAttribute('aria-live', live);
  expect(region).toBeEmptyDOMElement();
  await pass(100);
  expect(region).toHaveTextContent('Notification Saved');
});

/** Shows an error toast for 3 of its 4 seconds. */
async function showForThreeSeconds(): Promise<HTMLElement> {
  await showToaster();
  act(() => toast.error('Network error'));
  await pass(3_000);
  return screen.getByText('Network error');
}

test("a toast's time stops under the pointer and then continues", async () => {
  const shown = await showForThreeSeconds();
  fireEvent.pointerMove(shown);
  await pass(10_000);
  expect(shown).toBeInTheDocument();
  fireEvent.pointerLeave(screen.getByRole('region', { name: /^Notifications/ }));
  // The one second that it had left.
  expect(await aroundEnd('Network error', 1_000)).toEqual(GOES);
});

test("a toast's time stops while it has the focus; F8 moves the focus there", async () => {
  render(<button>Elsewhere</button>);
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  const shown = await showForThreeSeconds();
  act(() => elsewhere.focus());
  fireEvent.keyDown(document, { code: 'F8' });
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toContainElement(
    screen.getByText('Network error'),
  );
  expect(document.activeElement).toBe(screen.getByRole('list'));
  await pass(10_000);
  expect(shown).toBeInTheDocument();
  act(() => elsewhere.focus());
  // The one second that it had left.
  expect(await aroundEnd('Network error', 1_000)).toEqual(GOES);
});

test('Escape dismisses the newest, and the focus returns to where it was', async () => {
  render(<button>Elsewhere</button>);
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  await showToaster();
  act(() => toast.success('First'));
  await pass(100);
  act(() => toast.success('Second'));
  await pass(100);
  elsewhere.focus();
  fireEvent.keyDown(document, { code: 'F8' });
  fireEvent.keyDown(screen.getByRole('list'), { key: 'Escape' });
  expect(screen.queryByText('Second')).not.toBeInTheDocument();
  expect(screen.getByText('First')).toBeInTheDocument();
  fireEvent.keyDown(screen.getByRole('list'), { key: 'Escape' });
  expect(screen.queryByText('First')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(elsewhere);
});

test('a toast dismissed under the pointer does not stop the next one', async () => {
  const shown = await showForThreeSeconds();
  fireEvent.pointerMove(shown);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown).not.toBeInTheDocument();
  act(() => toast.success('Saved'));
  expect(await aroundEnd('Saved', 2_000)).toEqual(GOES);
});

test('a toast with an action ends after 50 seconds, even under the pointer', async () => {
  await showToaster();
  const undo = { label: 'Undo', alternative: 'Activity', run: () => {} };
  act(() => toast.success('Moved out', undo));
  await pass(5_000);
  fireEvent.pointerMove(screen.getByText('Moved out'));
  expect(await aroundEnd('Moved out', 45_000)).toEqual(GOES);
});
