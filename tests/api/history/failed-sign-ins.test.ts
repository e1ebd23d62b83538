import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeOldFailedSignIns } from '~/api/auth/failed-sign-ins.repo';
import { failedSignIns } from '~/api/db/history-schema';
import { createRequest, createTestApi, insertUser, type TestApi } from '../../support/api';

let now = new Date('2026-11-21T10:20:00Z');
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ clock: () => now });
});
afterAll(() => api.close());

function signIn(username: string, address: string) {
  const body = { username, password: 'wrong password' };
  return api.fetch(createRequest('POST', '/auth/login', body), { address });
}

it('are counted by account, address and hour for 90 days, without what was typed', async () => {
  const id = await insertUser(api.db, { email: 'ada@example.com', password_hash: 'plain:right' });
  await signIn('ada@example.com', '192.0.2.1');
  await signIn('ADA@example.com', '192.0.2.1');
  await signIn('ada@example.com', '192.0.2.2');
  await signIn('a password typed by mistake', '192.0.2.2');
  now = new Date('2026-11-21T11:00:00Z');
  await signIn('ada@example.com', '192.0.2.1');
  const rows = () =>
    api.db
      .select()
      .from(failedSignIns)
      .orderBy(failedSignIns.hour, failedSignIns.user_id, failedSignIns.address);
  const [ten, eleven] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T11:00:00Z')];
  expect(await rows()).toEqual([
    { user_id: id, address: '192.0.2.1', hour: ten, attempts: 2 },
    { user_id: id, address: '192.0.2.2', hour: ten, attempts: 1 },
    { user_id: null, address: '192.0.2.2', hour: ten, attempts: 1 },
    { user_id: id, address: '192.0.2.1', hour: eleven, attempts: 1 },
  ]);
  await removeOldFailedSignIns(api.db, new Date(ten.getTime() + 90 * 24 * 60 * 60_000));
  expect(await rows()).toHaveLength(4);
  await removeOldFailedSignIns(api.db, new Date(ten.getTime() + 90 * 24 * 60 * 60_000 + 1));
  expect(await rows()).toMatchObject([{ hour: eleven }]);
});
