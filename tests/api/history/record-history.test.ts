import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { historyOf } from '~/history/server/record-history';
import { insertUser } from '../../support/api';
import { create } from '../../support/bulk';
import { historyEntries, ageHistory } from '../../support/history';
import { deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertAssociation, insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';

const desk = deskPerTest();

const { remove, restoreEntry } = restoreCalls(desk);

const entriesOf = (kind: 'condo' | 'user', id: number) =>
  historyEntries(desk.api, `?kind=${kind}&record=${id}`);

/** Returns the entries of a record as texts such as "deleted apartment 12", newest first. */
async function storyOf(kind: 'condo' | 'user', id: number) {
  const entries = await entriesOf(kind, id);
  return entries.map(({ action, record }) => `${action} ${record?.kind} ${record?.id}`);
}

it('a building has what happened to its apartments, invitations and associations, and gets them back there', async () => {
  const { api, condo, apartment } = desk;
  const other = await insertCondo(api.db, 'Other');
  const user_id = await insertUser(api.db, { email: 'ada@example.com' });
  const home = await insertAssociation(api.db, { user_id, condo_id: condo });
  await insertAssociation(api.db, { user_id, condo_id: other });
  await api.call('PUT', `/admin/apartments/${apartment}`, { bedrooms: 3 });
  const { id: invitation } = await desk.invite({ email: 'new@example.com' });
  await desk.invite({ email: 'elsewhere@example.com', condo_id: other });
  desk.travel(3600);
  const resent = await desk.resend(invitation);
  expect(resent.status).toBe(200);
  await remove(`/admin/invitations/${invitation}`);
  await remove(`/admin/apartments/${apartment}`);
  await remove(`/admin/user-condo-associations/${home}`);
  expect(await storyOf('condo', condo)).toEqual([
    `removed association ${home}`,
    `deleted apartment ${apartment}`,
    `deleted invitation ${invitation}`,
    `resent invitation ${invitation}`,
    `invited invitation ${invitation}`,
    `changed apartment ${apartment}`,
    `created association ${home}`,
    `created apartment ${apartment}`,
    `created condo ${condo}`,
  ]);
  const restorable = (await entriesOf('condo', condo)).filter((entry) => entry.is_restorable);
  expect(restorable.map(({ action }) => action)).toEqual(['removed', 'deleted', 'deleted']);
  for (const { id } of restorable) expect(await restoreEntry(id)).toBe('1 restored');
  expect((await entriesOf('condo', condo)).filter((entry) => entry.is_restorable)).toEqual([]);
});

it('a building knows its part of an import, and of what left with another', async () => {
  const { api, condo } = desk;
  const other = await insertCondo(api.db, 'Other');
  await create(api, 'apartment', [
    { condo_id: condo, apartment_number: '21' },
    { condo_id: condo, apartment_number: '22' },
    { condo_id: other, apartment_number: '1' },
  ]);
  const [imported] = await entriesOf('condo', condo);
  expect(imported).toMatchObject({
    action: 'imported',
    change_count: 2,
    changes: [{ what: 'created', kind: 'apartment', id: null, count: 2 }],
  });
  expect(await entriesOf('condo', other)).toMatchObject([
    { action: 'imported', change_count: 1, changes: [{ count: 1 }] },
    { action: 'created' },
  ]);
  await remove(`/admin/condos/${other}`);
  const [deleted] = await entriesOf('condo', other);
  expect(deleted).toMatchObject({ action: 'deleted', change_count: 2 });
  expect(deleted?.changes.map(({ kind }) => kind).toSorted()).toEqual(['apartment', 'condo']);
});

it('a person has associations and invitations to their address, also what is gone or came with others', async () => {
  const { api, condo } = desk;
  const email = 'Ada@example.com';
  const { id: withdrawnId } = await desk.invite({ email: 'ada@EXAMPLE.com' });
  await remove(`/admin/invitations/${withdrawnId}`);
  const row = { condo_id: condo, role: 'building_manager' };
  const rows = [
    { email: 'ada@example.com', ...row },
    { email: 'bob@example.com', ...row },
  ];
  expect(await create(api, 'user_invite', rows)).toEqual({ created: 2, errors: [] });
  const id = await insertUser(api.db, { email });
  const home = await insertAssociation(api.db, { user_id: id, condo_id: condo });
  await remove(`/admin/user-condo-associations/${home}`);
  expect(await storyOf('user', id)).toEqual([
    `removed association ${home}`,
    `created association ${home}`,
    `created user ${id}`,
    'imported invitation null',
    `deleted invitation ${withdrawnId}`,
    `invited invitation ${withdrawnId}`,
  ]);
  const imported = must((await entriesOf('user', id))[3], 'import');
  expect(imported).toMatchObject({ change_count: 1, changes: [{ kind: 'invitation', count: 1 }] });
});

it('an erased person keeps the history, without the address; what has aged out is nowhere', async () => {
  const { api, condo } = desk;
  const email = 'ada@example.com';
  const { id: withdrawnId } = await desk.invite({ email });
  await remove(`/admin/invitations/${withdrawnId}`);
  const { id: pending } = await desk.invite({ email });
  const id = await insertUser(api.db, { email, is_active: false });
  await insertAssociation(api.db, { user_id: id, condo_id: condo });
  expect((await api.call('DELETE', `/admin/personal-data/${id}`)).status).toBe(204);
  const story = await storyOf('user', id);
  expect(story[0]).toBe(`erased user ${id}`);
  expect(story).toContain(`deleted invitation ${withdrawnId}`);
  expect(story).toContain(`invited invitation ${pending}`);
  for (const kind of ['user', 'condo'] as const) {
    const text = JSON.stringify(await entriesOf(kind, kind === 'user' ? id : condo));
    expect(text).toContain(`Erased person #${id}`);
    expect(text).not.toContain(email);
  }
  await ageHistory(api);
  expect(await storyOf('user', id)).toEqual([]);
  expect(await storyOf('condo', condo)).toEqual([]);
});

it('is found by indexes among many entries', async () => {
  const { db } = desk.api;
  const id = await insertUser(db, { email: 'ada@example.com' });
  await db.execute(sql`
    with added as (
      insert into history_entries (actor_kind, action) select 'command', 'changed' from generate_series(1, 30000)
      returning id)
    insert into history_changes (entry_id, record_kind, record_id, record_name, what, new_values)
    select id, case when id % 2 = 0 then 'apartment' else 'invitation' end, 1000 + id, 'n' || id || '@example.com',
           'created', jsonb_build_object('condo_id', 1000 + id % 300)
      from added`);
  await db.execute(sql`analyze history_changes, history_entries`);
  const plan = async (kind: 'condo' | 'user', record: number) => {
    const { ctes } = historyOf(kind, [record]);
    const { rows } = await db.execute(
      sql`explain (costs off) with ${ctes} x as (select) select * from matches`,
    );
    return rows.map((row) => String(row['QUERY PLAN']).trim()).join('\n');
  };
  const plans = [await plan('condo', desk.condo), await plan('user', id)];
  expect(plans[0]).toContain('history_changes_condo_idx');
  expect(plans[1]).toContain('history_changes_address_idx');
  expect(plans.join()).not.toContain('Seq Scan on history_changes');
});
