import { expect, it } from 'vitest';
import { removeOldFailedSignIns } from '~/accounts/server/failed-sign-ins.repo';
import { failedSignIns } from '~/platform/database/schema/history';
import { failedSignInCountsSchema } from '~/accounts/administrator';
import { failedSignInSchema } from '~/accounts/account';
import { apiPerFile, insertUser, logIn } from '../../support/api';

const TEN = new Date('2026-11-21T10:00:00Z');
const ELEVEN = new Date('2026-11-21T11:00:00Z');
const DAYS_90_MS = 90 * 24 * 60 * 60_000;

let now = new Date('2026-11-21T10:20:00Z');
const api = apiPerFile({ clock: () => now });

const signIn = (username: string, address: string) =>
  logIn(api, { username, password: 'wrong password' }, address);

it('failed sign-ins are counted by account, address and hour for 90 days, without the typed texts', async () => {
  const id = await insertUser(api.db, { email: 'ada@example.com', password_hash: 'plain:right' });
  await signIn('ada@example.com', '192.0.2.1');
  await signIn('ADA@example.com', '192.0.2.1');
  await signIn('ada@example.com', '192.0.2.2');
  await signIn('a password typed by mistake', '192.0.2.2');
  now = ELEVEN;
  await signIn('ada@example.com', '192.0.2.1');
  const rows = () =>
    api.db
      .select()
      .from(failedSignIns)
      .orderBy(failedSignIns.hour, failedSignIns.user_id, failedSignIns.address);
  expect(await rows()).toEqual([
    { user_id: id, address: '192.0.2.1', hour: TEN, attempts: 2 },
    { user_id: id, address: '192.0.2.2', hour: TEN, attempts: 1 },
    { user_id: null, address: '192.0.2.2', hour: TEN, attempts: 1 },
    { user_id: id, address: '192.0.2.1', hour: ELEVEN, attempts: 1 },
  ]);
  const counts = '/admin/administrators/failed-sign-ins';
  expect(await api.read(failedSignInCountsSchema, 'GET', counts)).toEqual({
    last_24_hours: 5,
    last_90_days: 5,
    without_account: 1,
  });
  now = new Date('2026-11-22T11:00:00Z');
  const later = await api.read(failedSignInCountsSchema, 'GET', counts);
  expect(later).toMatchObject({ last_24_hours: 1, last_90_days: 5 });
  await removeOldFailedSignIns(api.db, new Date(TEN.getTime() + DAYS_90_MS));
  expect(await rows()).toHaveLength(4);
  await removeOldFailedSignIns(api.db, new Date(TEN.getTime() + DAYS_90_MS + 1));
  expect(await rows()).toMatchObject([{ hour: ELEVEN }]);
});

it("failed sign-ins are shown to the account's owner alone, newest first", async () => {
  const ada = await api.administrator();
  await api.db.insert(failedSignIns).values([
    { user_id: ada.userId, address: '192.0.2.1', hour: TEN, attempts: 2 },
    { user_id: ada.userId, address: '192.0.2.3', hour: ELEVEN, attempts: 1 },
  ]);
  const path = '/admin/account/failed-sign-ins';
  expect(await ada.read(failedSignInSchema.array(), 'GET', path)).toEqual([
    { hour: ELEVEN.toISOString(), address: '192.0.2.3', attempts: 1 },
    { hour: TEN.toISOString(), address: '192.0.2.1', attempts: 2 },
  ]);
  expect(await api.read(failedSignInSchema.array(), 'GET', path)).toEqual([]);
});
