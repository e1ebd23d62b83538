import { beforeAll, expect, it } from 'vitest';
import { historyEntries } from '~/platform/database/schema/history';
import type { Call } from '~/rpc/declare';
import { CALLS } from '~/rpc/calls';
import { apiErrorSchema } from '~/rpc/errors/error';
import { callsOf, rejectionOf, signInAs, apiPerFile } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';

const api = apiPerFile();
let stranger: string;
beforeAll(async () => {
  stranger = (await signInAs(api.db)).token;
});

/** Every call of the administration, with the parameters of its path filled in by the same text. */
function adminCalls(parameter: string) {
  return mountedRoutes(api.deps)
    .filter((route) => route.includes('/api/admin/'))
    .map((route) => {
      const [method = '', path = ''] = route.split(' ');
      return { route, method, path: path.replace('/api', '').replaceAll(/\{\w+\}/g, parameter) };
    });
}

/** A body without which the id in the path is not looked up. */
const NEEDED: Readonly<Record<string, object>> = {
  'PUT /api/admin/administrators/{id}': { rights: 'look' },
  'POST /api/admin/user-condo-associations/{id}/move': { apartment_id: 1, on: '2026-04-01' },
  'POST /api/admin/users/{id}/merge': { user_id: 1 },
  'POST /api/admin/proposals/{id}/apply': { version: 'any' },
  'PUT /api/admin/saved-views/{id}': {
    name: 'Zug',
    path: '/condos',
    search: 'state=ZG',
    is_starred: false,
    is_shared: false,
  },
};
/** A query of the same kind. */
const NEEDED_QUERY: Readonly<Record<string, string>> = {
  'GET /api/admin/users/{id}/merge': '?user_id=1',
};
const bodyOf = (method: string, route = '') =>
  NEEDED[route] ?? (method.startsWith('P') ? {} : undefined);

it('asks for a super administrator, and writes nothing for anybody else', async () => {
  const before = await api.db.$count(historyEntries);
  const calls = adminCalls('1');
  expect(calls.length).toBeGreaterThan(50);
  for (const { route, method, path } of calls) {
    const ask = (by?: string) => callsOf(api, by).call(method, path, bodyOf(method));
    expect([route, (await ask()).status]).toEqual([route, 401]);
    expect([route, (await ask('x'.repeat(43))).status]).toEqual([route, 401]);
    const rejected = await rejectionOf(ask(stranger));
    expect([route, rejected]).toEqual([route, '403 Only super administrators may do this']);
  }
  expect(await api.db.$count(historyEntries)).toBe(before);
});

it.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', '%00', '1e3', '2147483000'])(
  'answers 404 for a record with the id %s, which is not there',
  async (id) => {
    const calls = adminCalls(id).filter(({ route }) => /\{id\}/.test(route));
    expect(calls.length).toBeGreaterThan(10);
    for (const { route, method, path } of calls) {
      const requestPath = path + (NEEDED_QUERY[route] ?? '');
      const { status } = await api.call(method, requestPath, bodyOf(method, route));
      expect.soft([route, status]).toEqual([route, 404]);
    }
  },
);

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

/** Mistakes that any call can contain: in the caller, in the record or in the body. */
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
