import { describe, expect, test, vi } from 'vitest';
import { englishOf } from '~/language/sentence';
import type { CallGroup } from '~/rpc/declare';
import { CALLS } from '~/rpc/calls';
import { change, changeFn, formFn, read, readFn, send } from '~/rpc/client.functions';
import { callHeader } from '~/rpc/wire';
import { endSession, getSession, startSession } from '~/rpc/session-store';
import { randomKey } from '~/fields/random-key';
import { api } from '../../support/stub-transport';

const QUERY = { search: '', city: '', state: '', zip_code: '', country: '' };
const LIST_CALL = 'GET /admin/condos';

test('a call carries the token of the session to the API', async () => {
  startSession({ token: 'a-token', user: { role: 'super_admin' } });
  api.on('GET /admin/condos/7', () => ({ body: { id: 7 } }));
  const answer = await read('condos.get', { id: 7 });
  expect(await answer.json()).toEqual({ id: 7 });
  expect(api.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-token']);
});

test('a call without a session is rejected before it reaches the API', async () => {
  endSession('logout');
  await expect(change('condos.delete', { id: 7 })).rejects.toMatchObject({ status: 401 });
  expect(api.calls).toEqual([]);
});

test('a 401 of the API ends the session', async () => {
  api.on(LIST_CALL, () => ({ status: 401, body: { detail: 'Expired' } }));
  const call = read('condos.list', { query: { ...QUERY, sort_by: 'name', sort_order: 'asc' } });
  await expect(call).rejects.toMatchObject({ status: 401, detail: 'Expired' });
  expect(getSession()).toBeNull();
});

test('an input that the contract does not allow is rejected, field by field, and never sent', async () => {
  await expect(change('condos.delete', { id: -1 })).rejects.toMatchObject({
    status: 422,
    fields: [{ field: 'id' }],
  });
  expect(api.calls).toEqual([]);
});

test('a query goes to the API as it was sent, but for what is not declared, and the API checks it', async () => {
  const detail = 'sort_by: Invalid option: expected one of "name"|"id"';
  api.reject(LIST_CALL, 422, detail, 'sort_by');
  const query = { search: 'a', sort_by: 'moon', unknown: 7, condo_id: 7 };
  const sent = readFn({ data: { call: 'condos.list', input: { query } } });
  await expect(sent).rejects.toMatchObject({ status: 422, detail, fields: [{ field: 'sort_by' }] });
  expect(api.queries(LIST_CALL)).toEqual([{ search: 'a', sort_by: 'moon' }]);
  for (const none of [undefined, null, 'search=a', [7], { search: { a: 1 } }, { search: ['a'] }]) {
    const call = readFn({ data: { call: 'condos.list', input: { query: none } } });
    await expect(call).rejects.toMatchObject({ status: 422 });
  }
  expect(api.calls).toHaveLength(1);
});

test('a server function serves its own kind of calls', async () => {
  const unserved = { call: 'condos.delete', input: { id: 7 } };
  const missing = { status: 404, detail: 'Not found' };
  await expect(readFn({ data: unserved })).rejects.toMatchObject(missing);
  const form = formFn({ data: new FormData(), headers: callHeader(unserved) });
  await expect(form).rejects.toMatchObject(missing);
  expect(api.calls).toEqual([]);
});

test('a call that anyone may make takes no token along, nor does it want one', async () => {
  const user = { id: 1, is_superuser: true, theme: 'dark' };
  api.on('POST /auth/login', () => ({ body: { access_token: 'new', user, more: 'of it' } }));
  const typed = { body: { username: 'a@b.ch', password: 'x' } };
  startSession({ token: 'a-token', user: {} });
  // Nothing else of the answer reaches the browser.
  expect(await (await send('session.login', typed)).json()).toEqual({ token: 'new', user });
  endSession('logout');
  await send('session.login', typed);
  expect(api.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

describe('against an external API', () => {
  const groups: ReadonlyArray<[string, CallGroup]> = Object.entries(CALLS);
  const own = groups.flatMap(([resource, { embedded, calls }]) =>
    Object.entries(calls).flatMap(([name, call]) =>
      embedded === undefined ? [] : [{ name: `${resource}.${name}`, embedded, call }],
    ),
  );

  const ask = ({ name, call }: (typeof own)[number]) => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    const called = { call: name, input: {} };
    if (call.form) return formFn({ data: new FormData(), headers: callHeader(called) });
    return call.method === 'GET' ? readFn({ data: called }) : changeFn({ data: called });
  };

  test.each(own.filter(({ call }) => !call.isOptional))('$name is not there', async (one) => {
    await expect(ask(one)).rejects.toMatchObject({ status: 404, detail: englishOf(one.embedded) });
    expect(api.calls).toEqual([]);
  });

  test.each(own.filter(({ call }) => call.isOptional))('$name is left out', async (one) => {
    expect((await ask(one)).status).toBe(204);
    expect(api.calls).toEqual([]);
  });
});

test('a key that a stranger makes up is random, or it is rejected', async () => {
  startSession({ token: 'a-token', user: {} });
  for (const key of ['word', 'two-words', 'A'.repeat(32), `${'f'.repeat(32)}\n`, '']) {
    await expect(read('bulkImports.progress', { key })).rejects.toMatchObject({ status: 422 });
  }
  expect(api.calls).toEqual([]);
  for (const key of [randomKey(), 'f'.repeat(32)]) {
    const path = `/admin/bulk-imports/progress/${key}`;
    api.on(`GET ${path}`, () => ({ body: { state: 'unknown' } }));
    expect((await read('bulkImports.progress', { key })).status).toBe(200);
  }
});
