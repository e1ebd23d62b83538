import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportData } from '../../../tools/transfer/export-data';
import { importData } from '../../../tools/transfer/import-data';
import { hashToken } from '~/accounts/server/tokens';
import { z } from '~/fields/zod';
import { remindersSchema } from '~/invitations/schema';
import { sessions } from '~/platform/database/schema/account';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { createApi } from '~/rpc/embedded/app.server';
import { userSchema } from '~/users/schema';
import { apiDeps, callsOf, insertUser, rejectionOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { createTestDatabase } from '../../support/database';
import { toCsv } from '../../support/edited-exports';
import { deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { recordsOf } from '../../support/one-by-one';
import { forThisTest, temporaryFolder } from '../../support/opened';
import { insertAssociation } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';
import { reviewCalls } from '../../support/review-calls';

const desk = deskPerTest();
const folder = temporaryFolder();
const { createCondo, reviewFile, applied } = reviewCalls(() => desk.api);
const { newestEntry } = restoreCalls(desk);

const VIEWS = '/admin/saved-views';
const REMINDERS = '/admin/invitations/reminders';
const list = z.array(z.looseObject({}));

/** Exports the desk's data into a new database, where its administrator calls the API. */
async function moved(name: string) {
  const { api } = desk;
  const path = join(folder, `${name}.tar`);
  const media = createFileMediaStore(api.mediaFolder);
  await exportData({ pool: api.database.pool, media, path });
  const target = await forThisTest(createTestDatabase());
  await importData({ pool: target.pool, media, path });
  const token_hash = hashToken(api.token);
  await target.db.insert(sessions).values({ token_hash, user_id: api.adminId });
  const deps = { ...apiDeps(target.db, api.mediaFolder), clock: () => desk.time.now };
  return { target, imported: callsOf(createApi(deps), api.token) };
}

it('a change of many records is restored by a backup, and can be undone there', async () => {
  const { api } = desk;
  const closed = await insertUser(api.db, { email: 'a@example.com', phone: '044 1' });
  const kept = await insertUser(api.db, { email: 'b@example.com', first_name: 'Anna' });
  const place = { condo_id: desk.condo, apartment_id: desk.apartment };
  await insertAssociation(api.db, { ...place, user_id: closed, role: 'renter' });
  await desk.invite({ email: 'a@example.com' });
  await createCondo({ name: 'Alpha', city: 'Zug' });
  const before = await recordsOf(api);

  const file = new File([toCsv([aCondo({ name: 'Alpha' }), aCondo({ name: 'Neu' })])], 'list.csv');
  const reviewed = await reviewFile(file, 'condo', { by_key: 'keep' });
  const { import_id } = await applied(reviewed);
  const body = { user_id: closed, take: ['phone'] };
  expect((await api.call('POST', `/admin/users/${kept}/merge`, body)).status).toBe(204);
  const { id: merge } = await newestEntry();
  const after = await recordsOf(api);
  for (const is_shared of [true, false]) {
    const view = { name: `Zug ${is_shared}`, path: '/condos', search: 'city=Zug' };
    await api.call('POST', VIEWS, { ...view, is_shared, is_starred: !is_shared });
  }
  const views = await api.read(list, 'GET', VIEWS);

  const { target, imported } = await moved('changed');
  expect(await recordsOf(target)).toEqual(after);
  expect(await imported.read(list, 'GET', VIEWS)).toEqual(views);
  const account = await imported.read(userSchema, 'GET', `/admin/users/${closed}`);
  expect(account).toMatchObject({ merged_into: kept, is_active: false });
  for (const step of [`history/${merge}/restore`, `bulk-imports/${must(import_id, 'import')}/undo`])
    expect((await imported.call('POST', `/admin/${step}`)).status).toBe(200);
  expect(await recordsOf(target)).toEqual(before);
  expect(await rejectionOf(imported.call('POST', `/admin/history/${merge}/restore`))).toMatch(
    /^409 /,
  );
});

it('a backup knows how many reminders were sent', async () => {
  const { api } = desk;
  const { id } = await desk.invite();
  await desk.send();
  await api.database.pool.query(
    "update invitations set reminders = 2, expires_at = now(), last_sent_at = now() - interval '2 days'",
  );
  const { target, imported } = await moved('reminded');
  // The third is the last one.
  expect(await imported.read(remindersSchema, 'POST', REMINDERS)).toMatchObject({ count: 1 });
  await target.pool.query("update invitations set last_sent_at = now() - interval '2 days'");
  expect(await imported.read(remindersSchema, 'POST', REMINDERS)).toMatchObject({ count: 0 });
  const { rows } = await target.pool.query('select id, reminders from invitations');
  expect(rows).toEqual([{ id, reminders: 3 }]);
});
