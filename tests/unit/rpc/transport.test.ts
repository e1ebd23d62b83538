import { expect, it } from 'vitest';
import { AppError } from '~/rpc/errors/app-error';
import { BodyError } from '~/rpc/errors/body-error';
import { fetchExternal, measuredTransport } from '~/rpc/transport.server';
import type { Transport } from '~/rpc/upstream.server';
import { upstreamTo } from '../../support/upstream-to';

/** fetch goes to no address with this port. */
const BASE_URL = 'http://127.0.0.1:9/api';

/** Makes a call that gets no response. Returns the log's lines. */
async function ask(
  transport: Transport,
  options: { browser?: AbortSignal; limitMs?: number } = {},
): Promise<unknown[]> {
  const logged: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void logged.push(line) };
  const observed = measuredTransport(transport, BASE_URL, log);
  const upstream = upstreamTo(observed, { baseUrl: BASE_URL, ...options });
  await expect(
    upstream.call({ method: 'GET', path: '/admin/condos/7', query: { search: 'Ann' } }),
  ).rejects.toBeInstanceOf(AppError);
  return logged;
}

const line = (reason: string) => [
  { method: 'GET', path: '/admin/condos/:id', reason },
  'The API gave no response',
];

const failing =
  (cause: Error): Transport =>
  async () => {
    throw new TypeError('fetch failed', { cause });
  };

it('the log says why the API gave no response, and not for what', async () => {
  const expired = 'certificate has expired';
  expect(await ask(failing(new Error(expired)))).toEqual([line(expired)]);
  expect(await ask(fetchExternal)).toEqual([line('bad port')]);
});

const untilAborted: Transport = ({ init: { signal } }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

it('a time-out is logged, but not a browser that has left or aborted its upload', async () => {
  const browser = new AbortController();
  setTimeout(() => browser.abort(), 10);
  expect(await ask(untilAborted, { browser: browser.signal })).toEqual([]);
  expect(await ask(failing(new BodyError(499, 'connection_closed')))).toEqual([]);
  expect(await ask(untilAborted, { limitMs: 10 })).toEqual([
    line('The operation was aborted due to timeout'),
  ]);
});
