import { once } from 'node:events';
import { expect, it } from 'vitest';
import { callApi } from '~/data/perform-call.server';
import { readSignIn } from '~/data/session/read-sign-in.server';
import { createUpstream, type Transport } from '~/upstream/upstream.server';

const BODY = { username: 'root@example.ch', password: 'a password' };

function signIn(transport: Transport) {
  const upstream = createUpstream({
    baseUrl: 'https://api.example/api',
    token: null,
    transport,
    limitMs: 20,
  });
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

it('an answer without a reason means the credentials', async () => {
  const answer = Promise.resolve(new Response(null, { status: 401 }));
  await expect(signIn(() => answer)).rejects.toMatchObject({ detail: 'Invalid credentials' });
});
