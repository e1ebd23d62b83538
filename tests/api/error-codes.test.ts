import { beforeAll, expect, it } from 'vitest';
import { CALLS } from '~/contract/calls';
import type { Call } from '~/contract/call';
import { apiErrorSchema } from '~/contract/error';
import { signInAs, apiPerFile } from '../support/api';

const api = apiPerFile();
let stranger: string;
beforeAll(async () => {
  stranger = (await signInAs(api.db)).token;
});

const DECLARED = Object.entries(CALLS)
  .flatMap(([resource, { base, calls }]) =>
    Object.entries<Call>(calls).map(([name, call]) => ({
      name: `${resource}.${name}`,
      method: call.method,
      path: base + (call.path ?? ''),
    })),
  )
  // Nothing can be wrong with it.
  .filter(({ name }) => name !== 'capabilities.get');

/** What can be wrong with any call: who calls, what it names, and what it sends. */
const MISTAKES: ReadonlyArray<{ id: string; token: boolean; type?: string; body?: string }> = [
  { id: '1', token: false },
  { id: '999999', token: true },
  { id: 'none', token: true, type: 'application/json', body: '{"half' },
  { id: '999999', token: true, type: 'application/json', body: '{}' },
  { id: '999999', token: true, type: 'application/json', body: '[]' },
  { id: '999999', token: true, type: 'text/plain', body: 'text' },
  { id: '999999', token: true, type: 'multipart/form-data; boundary=x', body: 'broken' },
  { id: '999999', token: true, type: 'application/json', body: JSON.stringify(strangeBody()) },
];

/** Values of a wrong kind for whatever fields a call has. */
function strangeBody() {
  const names = 'email username password role token name condo_id ids rows'.split(' ');
  return Object.fromEntries(names.map((name) => [name, { odd: true }]));
}

it.each(DECLARED)('$name says which sentence each of its errors is', async ({ method, path }) => {
  let errors = 0;
  for (const { id, token, type, body } of MISTAKES) {
    for (const bearer of token ? [api.token, stranger] : [null]) {
      const headers = new Headers(bearer ? { authorization: `Bearer ${bearer}` } : {});
      if (type) headers.set('content-type', type);
      const sent = method === 'GET' ? null : (body ?? null);
      const url = `http://panel.test/api${path.replaceAll(/\{\w+\}/g, id)}?page=x&per_page=-1`;
      const response = await api.fetch(new Request(url, { method, headers, body: sent }));
      if (response.status < 400) continue;
      errors += 1;
      expect(apiErrorSchema.parse(await response.json())).toHaveProperty('code');
    }
  }
  expect(errors).toBeGreaterThan(0);
});
