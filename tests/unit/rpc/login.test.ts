import { once } from 'node:events';
import { expect, it } from 'vitest';
import { callApi, readSignIn } from '~/rpc/perform.server';
import type { Transport } from '~/rpc/upstream.server';
import { upstreamTo } from '../../support/upstream-to';

const BODY = { username: 'root@example.ch', password: 'a password' };

function signIn(transport: Transport) {
  const upstream = upstreamTo(transport, { token: null, limitMs: 20 });
  return readSignIn(callApi(upstream, 'session.login', { body: BODY }));
}

it.each<[what: string, status: number, transport: Transport]>([
  ['cannot be reached', 502, () => Promise.reject(new TypeError('fetch failed'))],
  [
    'does not answer in time',
    504,
    async ({ init: { signal } }) => {
      await once(signal, 'abort');
      throw signal.reason;
    },
  ],
  [
    'breaks its answer off',
    502,
    async () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"access_token":')),
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body);
    },
  ],
])('an API that %s is a network error, not a wrong password', async (_what, status, transport) => {
  await expect(signIn(transport)).rejects.toMatchObject({ message: 'Network error', status });
});

it.each([
  [401, { detail: 'Incorrect username or password' }, 'Incorrect username or password'],
  [403, { detail: 'Account is locked', message: 'no' }, 'Account is locked'],
  [403, { message: 'Come back tomorrow' }, 'Come back tomorrow'],
  [403, ['odd'], 'Invalid credentials'],
  [401, null, 'Invalid credentials'],
  [502, '<html>', 'Invalid credentials'],
  [200, '<html>', 'Invalid credentials'],
])('of an answer with %i and %j it says why', async (status, body, message) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = Promise.resolve(new Response(text, { status }));
  await expect(signIn(() => answer)).rejects.toMatchObject({ message });
});
