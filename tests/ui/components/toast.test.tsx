import { act, render, screen } from '@testing-library/react';
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, toast } from '~/components/feedback/toast';
import { Toaster } from '~/components/feedback/toaster';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The list is fetched with the first toast. */
async function showToaster() {
  render(<Toaster />);
  await act(() => import('~/components/feedback/toast-list'));
  await pass(100);
}

test('a toast from before the list was there is not lost, and has its full time', async () => {
  toast.success('Building deleted');
  await pass(5_000);
  await showToaster();
  expect(screen.getByRole('status')).toHaveTextContent('Building deleted');
});

test('a success stays 2 seconds, an error 4', async () => {
  await showToaster();
  act(() => {
    toast.success('Building deleted');
    toast.error('Failed to create condo: no answer');
  });
  await pass(1_900);
  expect(screen.getByText('Building deleted')).toBeInTheDocument();
  await pass(200);
  expect(screen.queryByText('Building deleted')).not.toBeInTheDocument();
  await pass(1_800);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to create condo: no answer');
  await pass(200);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('there are 20 at most: a 21st dismisses the oldest', async () => {
  await showToaster();
  act(() => {
    for (let number = 1; number <= 21; number += 1) toast.error(`Error ${number}.`);
  });
  await pass(100);
  expect(screen.getAllByRole('alert')).toHaveLength(20);
  expect(screen.queryByText('Error 1.')).not.toBeInTheDocument();
  expect(screen.getByText('Error 2.')).toBeInTheDocument();
  expect(screen.getByText('Error 21.')).toBeInTheDocument();
});

test('the live region is there before its text', async () => {
  await showToaster();
  act(() => toast.success('Saved'));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await pass(100);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
});

test('the timer pauses under the pointer', async () => {
  await showToaster();
  act(() => toast.success('Saved'));
  await pass(100);
  fireEvent.pointerEnter(screen.getByRole('list'));
  await pass(10_000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  fireEvent.pointerLeave(screen.getByRole('list'));
  await pass(2_100);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('can be dismissed', async () => {
  await showToaster();
  act(() => toast.error('Network error'));
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Network error')).not.toBeInTheDocument();
});
