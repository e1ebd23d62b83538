import { beforeEach, expect, test } from 'vitest';
import { change, read, sendForm } from '~/data/call';
import { checkCalled } from '~/data/perform-call.server';
import { endSession, getSession, startSession } from '~/data/session/session-store';
import { api } from '../../support/stub-transport';

const QUERY = { search: '', city: '', state: '', zip_code: '', country: '' };
const LIST_CALL = 'GET /admin/condos';

beforeEach(() => api.reset());

test('a call carries the token of the session to the API', async () => {
  startSession({ token: 'a-token', user: { role: 'super_admin' } });
  api.on('GET /admin/condos/7', () => ({ body: { id: 7 } }));
  const answer = await read('condos.get', { id: 7 });
  expect(await answer.json()).toEqual({ id: 7 });
  expect(api.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-token']);
});

test('a call without a session is refused before it reaches the API', async () => {
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

test('an input that the contract does not allow is refused, field by field, and never sent', async () => {
  await expect(change('condos.delete', { id: -1 })).rejects.toMatchObject({
    status: 422,
    fields: [{ field: 'id' }],
  });
  expect(api.calls).toEqual([]);
});

test('a form reaches the API with its files', async () => {
  api.on('POST /admin/condos', () => ({ body: {} }));
  const form = new FormData();
  form.set('name', 'Seeblick');
  form.set('image', new File(['picture'], 'house.png', { type: 'image/png' }));
  await sendForm('condos.create', form, {});
  const [call] = api.made('POST /admin/condos');
  expect(call?.form).toMatchObject({ name: 'Seeblick', image: { name: 'house.png' } });
});

test('a server function serves its own kind of calls', async () => {
  const unserved = { call: 'condos.delete', input: { id: 7 } } as const;
  for (const kind of ['read', 'form'] as const) {
    expect(() => checkCalled(kind)(unserved)).toThrow(expect.objectContaining({ status: 404 }));
  }
  expect(checkCalled('change')(unserved)).toMatchObject({ request: { path: '/admin/condos/7' } });
});
