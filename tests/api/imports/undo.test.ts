import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { undoImport } from '~/imports/server/undo';
import { orphanedImages } from '~/platform/database/schema/operations';
import { apartments, condos, invitations } from '~/platform/database/schema/records';
import { apiPerTest, insertUser, rejectionOf } from '../../support/api';
import { create, createCondos, newestImport, undoNewest } from '../../support/bulk';
import { openTransaction, otherConnections } from '../../support/connections';
import { ageHistory } from '../../support/history';
import { toForm } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { must } from '../../support/must';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const api = apiPerTest();

const undo = (query?: string) => undoNewest(api, query);

async function importCondos(...names: string[]): Promise<(name: string) => number> {
  await createCondos(api, ...names);
  const rows = await api.db.select({ id: condos.id, name: condos.name }).from(condos);
  return (name) =>
    must(
      rows.find((row) => row.name === name),
      name,
    ).id;
}

it('keeps and names buildings that were changed in any way, and removes them when asked again', async () => {
  const id = await importCondos('Same', 'Edited', 'Let', 'Invited', 'Shown', 'Inhabited');
  const edited = await api.call('PUT', `/admin/condos/${id('Edited')}`, { description: 'New' });
  expect(edited.status).toBe(200);
  await insertApartment(api.db, id('Let'));
  const invitation = { email: 'a@example.com', role: 'building_manager', condo_id: id('Invited') };
  await api.call('POST', '/admin/invite-user', invitation);
  const form = toForm({}, { image: await makeImage() });
  expect((await api.call('PUT', `/admin/condos/${id('Shown')}`, form)).status).toBe(200);
  const user_id = await insertUser(api.db);
  await insertAssociation(api.db, { user_id, condo_id: id('Inhabited') });

  expect(await undo()).toMatchObject({
    removed: 1,
    kept: [
      ['Edited', 'It was changed after the import', true],
      ['Let', 'It now has apartments', true],
      ['Invited', 'It now has invitations', true],
      ['Shown', 'It now has images', true],
      ['Inhabited', 'Users are associated with it', false],
    ].map(([name, reason, removable]) => ({ id: id(String(name)), name, reason, removable })),
  });
  const shown = await api.db.select().from(condos).where(eq(condos.name, 'Shown'));
  expect(await newestImport(api)).toMatchObject({ created: 6, removed: 1 });

  const kept = [{ name: 'Inhabited', removable: false }];
  expect(await undo('?include_changed=true')).toMatchObject({ removed: 4, kept });
  expect(await api.db.$count(condos)).toBe(1);
  expect(await api.db.$count(apartments)).toBe(0);
  expect(await api.db.$count(invitations)).toBe(0);
  expect(await newestImport(api)).toMatchObject({ created: 6, removed: 5 });
  expect(await undo('?include_changed=true')).toMatchObject({ removed: 0 });
  // It stays while the history can bring its building back.
  expect(await api.db.$count(orphanedImages)).toBe(0);
  await ageHistory(api);
  expect(await api.db.select({ name: orphanedImages.name }).from(orphanedImages)).toEqual([
    { name: shown[0]?.image_name },
  ]);
});

it('is possible as long as the history has the import', async () => {
  await importCondos('Same');
  await ageHistory(api);
  const { id } = await newestImport(api);
  expect(await rejectionOf(api.call('POST', `/admin/bulk-imports/${id}/undo`))).toBe(
    '409 This import can no longer be undone: the history does not go back that far',
  );
  expect(await api.db.$count(condos)).toBe(1);
  expect(await newestImport(api)).toMatchObject({ undone_at: null, removed: null });
});

it('keeps apartments that were edited or that people were invited to', async () => {
  const condo_id = await insertCondo(api.db, 'Lac');
  const units = ['1', '2', '3'].map((apartment_number) => ({ condo_id, apartment_number }));
  await create(api, 'apartment', units);
  const rows = await api.db.select().from(apartments).orderBy(apartments.id);
  await api.call('PUT', `/admin/apartments/${rows[0]?.id}`, { notes: 'Wet cellar' });
  const invitation = { email: 'a@example.com', role: 'owner', condo_id };
  await api.call('POST', '/admin/invite-user', { ...invitation, apartment_id: rows[1]?.id });

  expect(await undo()).toMatchObject({
    removed: 1,
    kept: [
      { name: '1, Lac', reason: 'It was changed after the import', removable: true },
      { name: '2, Lac', reason: 'It now has invitations', removable: true },
    ],
  });
  expect(await undo('?include_changed=true')).toEqual({ removed: 2, kept: [] });
});

it('keeps invitations that were sent again, and never removes accepted ones', async () => {
  const id = await importCondos('Lac');
  const people = ['a', 'b', 'c'].map((name) => ({
    email: `${name}@example.com`,
    role: 'building_manager',
    condo_id: id('Lac'),
  }));
  await create(api, 'user_invite', people);
  await api.db
    .update(invitations)
    .set({ last_sent_at: new Date(Date.now() - 120_000) })
    .where(eq(invitations.email, 'a@example.com'));
  await api.db
    .update(invitations)
    .set({ status: 'accepted', accepted_at: new Date() })
    .where(eq(invitations.email, 'b@example.com'));

  expect(await undo()).toMatchObject({
    removed: 1,
    kept: [
      { name: 'a@example.com', reason: 'It was sent again after the import', removable: true },
      { name: 'b@example.com', reason: 'The invitation was accepted', removable: false },
    ],
  });
  const kept = [{ name: 'b@example.com' }];
  expect(await undo('?include_changed=true')).toMatchObject({ removed: 1, kept });
});

it('may wait as long as an import', async () => {
  const id = await importCondos('Lac');
  const { db } = otherConnections(api.database, { statementTimeoutMs: 200 });
  const lock = `select from condos where id = ${id('Lac')} for update`;
  const commit = await openTransaction(api.database, lock);
  const actor = { kind: 'administrator', userId: api.adminId } as const;
  const session = {
    userId: api.adminId,
    isSuperuser: true,
    rights: 'all' as const,
    hasSecondFactor: false,
    authenticatedAt: new Date(),
    tokenHash: '',
    apiToken: null,
  };
  const by = { actor, session, now: new Date(), day: '2026-07-01', includeChanged: false };
  const undoing = undoImport(db, (await newestImport(api)).id, by);
  await new Promise((resolve) => setTimeout(resolve, 800));
  await commit();
  expect(await undoing).toEqual({ removed: 1, kept: [] });
});
