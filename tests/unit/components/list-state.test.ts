import { CancelledError } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { listState } from '~/components/list/list-state';
import { AppError } from '~/lib/app-error';

const reading = { filtered: false, count: (rows: readonly number[]) => rows.length };
const loaded = { data: [1], error: null, isError: false, isPlaceholderData: false };
const failed = { error: new AppError({ status: 500, detail: 'Broken' }), isError: true };

it('is pending until there is an answer', () => {
  expect(listState({ ...loaded, data: undefined }, reading)).toEqual({ kind: 'pending' });
});

it('is an error with its detail where nothing was loaded', () => {
  const state = listState({ ...loaded, ...failed, data: undefined }, reading);
  expect(state).toEqual({ kind: 'error', message: 'Broken' });
});

it('keeps rows that could not be refreshed, and says so', () => {
  const state = listState({ ...loaded, ...failed }, reading);
  expect(state).toEqual({ kind: 'rows', data: [1], busy: false, staleMessage: 'Broken' });
});

it('distinguishes an empty list from one that nothing matches', () => {
  const none = { ...loaded, data: [] };
  expect(listState(none, reading).kind).toBe('empty');
  expect(listState(none, { ...reading, filtered: true }).kind).toBe('no-match');
  expect(listState(loaded, { ...reading, filtered: true }).kind).toBe('rows');
});

it('is busy while the rows of another query are shown', () => {
  expect(listState({ ...loaded, isPlaceholderData: true }, reading)).toMatchObject({ busy: true });
});

it('says that a call was cancelled', () => {
  const cancelled = { data: undefined, error: new CancelledError(), isError: true };
  expect(listState({ ...loaded, ...cancelled }, reading)).toEqual({
    kind: 'error',
    message: 'Cancelled',
  });
});
