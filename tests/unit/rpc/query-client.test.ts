import { MutationObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { UnreadableAnswerError } from '~/fields/reading';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import { createQueryClient } from '~/rpc/query-client';
import { must } from '../../support/must';

const { queries, mutations } = createQueryClient().getDefaultOptions();

function retries(error: Error): number {
  const { retry } = must(queries, 'defaults of queries');
  if (typeof retry !== 'function') throw new Error('retry is no function');
  let failures = 0;
  while (failures < 20 && retry(failures, error)) failures += 1;
  return failures;
}

it.each([
  ...[0, 429, 500, 502, 503].map((status) => [3, new AppError({ status })] as const),
  ...[400, 401, 403, 404, 409, 422].map((status) => [0, new AppError({ status })] as const),
  [0, new UnreadableAnswerError()] as const,
])('%i retries for %o', (count, error) => {
  expect(retries(error)).toBe(count);
});

it('retries come after 1, 2 and 4 seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const begin = Date.now();
  const calls: number[] = [];
  const queryFn = async () => {
    calls.push(Date.now() - begin);
    throw new AppError({ status: 503 });
  };
  const failed = createQueryClient()
    .query({ queryKey: ['busy'], queryFn })
    .catch(() => undefined);
  await vi.runAllTimersAsync();
  await failed;
  expect(calls).toEqual([0, 1_000, 3_000, 7_000]);
});

it('changes never repeat; answers are kept for five minutes', () => {
  expect(mutations?.retry).toBe(false);
  expect(queries?.gcTime).toBe(300_000);
});

it('only the last mutation is kept, because each may hold the rows of a file', async () => {
  const client = createQueryClient();
  const observer = new MutationObserver(client, {
    mutationFn: (rows: string) => Promise.resolve(rows),
  });
  for (const rows of ['first', 'second']) await observer.mutate(rows);
  const kept = () => client.getMutationCache().getAll();
  await expect
    .poll(() => kept().map(({ state }) => state.data), { timeout: 5_000 })
    .toEqual(['second']);
});

it('a text of the catalogue is detail, else message, else status text, else "Network error"', () => {
  const init = { status: 500, statusText: 'Internal Server Error' };
  expect(detailOrMessage(new AppError({ ...init, detail: 'd', serverMessage: 'm' }))).toBe('d');
  expect(detailOrMessage(new AppError({ ...init, serverMessage: 'm' }))).toBe('m');
  expect(detailOrMessage(new AppError(init))).toBe('Internal Server Error');
  expect(detailOrMessage(new AppError({ status: 0 }))).toBe('Network error');
  expect(detailOrMessage('thrown text')).toBe('Network error');
});
