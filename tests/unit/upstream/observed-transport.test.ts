import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '~/lib/app-error';
import { fetchExternal } from '~/upstream/external-fetch.server';
import { observedTransport } from '~/upstream/observed-transport.server';
import { createUpstream, type Transport } from '~/upstream/upstream.server';

const said: unknown[] = [];
vi.mock('~/lib/logger.server', () => ({
  logger: { warn: (...line: unknown[]) => said.push(line) },
}));
beforeEach(() => {
  said.length = 0;
});

/** fetch goes to no address with this port. */
const BASE_URL = 'http://127.0.0.1:9/api';

async function ask(
  transport: Transport,
  options: { browser?: AbortSignal; limitMs?: number } = {},
) {
  const observed = observedTransport(transport, BASE_URL);
  const upstream = createUpstream({
    transport: observed,
    baseUrl: BASE_URL,
    token: 't',
    ...options,
  });
  await expect(
    upstream.call({ method: 'GET', path: '/admin/condos/7', query: { search: 'Ann' } }),
  ).rejects.toBeInstanceOf(AppError);
}

const line = (reason: string) => [
  { method: 'GET', path: '/admin/condos/:id', reason },
  'The API gave no response',
];

it('the log says why the API gave no response, and not for what', async () => {
  await ask(async () => {
    throw new TypeError('fetch failed', { cause: new Error('certificate has expired') });
  });
  expect(said).toEqual([line('certificate has expired')]);
  await ask(fetchExternal);
  expect(said.at(-1)).toEqual(line('bad port'));
});

const untilAborted: Transport = ({ init: { signal } }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

it('a limit that has passed is said, a browser that has left is not', async () => {
  const browser = new AbortController();
  setTimeout(() => browser.abort(), 10);
  await ask(untilAborted, { browser: browser.signal });
  expect(said).toEqual([]);
  await ask(untilAborted, { limitMs: 10 });
  expect(said).toEqual([line('The operation was aborted due to timeout')]);
});
