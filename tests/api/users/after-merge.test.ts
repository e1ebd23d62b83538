import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { insertUser, rejectionOf, statusesOf } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { NEWCOMER } from '../../support/invitation-desk';
import { userRow } from '../../support/one-by-one';
import { insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';
import { anna, begin, desk, merge, openPeople, other, TENANCIES, tenanciesOf } from './merging';
import { columnsWith } from './person';

/* What comes after a merge: its Undo, personal data, and what is done at the same moment. */

openPeople();
const { newestEntry, restoreRecord, restoreEntry, restorePart, everything, remove } =
  restoreCalls(desk);

/** Everything that an Undo brings back, without times of changes. */
async function state() {
  const people = await desk.api.db.select().from(users).orderBy(users.id);
  const rows = people.map(({ updated_at: _at, ...row }) => row);
  return { rows, records: await everything() };
}

describe('its Undo', () => {
  it('brings everything back as it was, but no sessions', async () => {
    await begin(anna, { since: '2020-01-01', until: '2021-12-31', reported_on: null });
    await begin(other, { since: '2021-01-01', note: 'Key' });
    await begin(other, { role: 'owner', until: '2020-12-31' });
    await desk.invite({ email: 'zanzrossi@example.com' });
    const token = await desk.tokenFor('zanzrossi@example.com');
    const lac = await insertCondo(desk.api.db, 'Lac');
    await desk.invite({ condo_id: lac, email: 'zanzrossi@example.com' });
    await desk.invite({ condo_id: lac, email: 'anna@example.com' });
    await desk.send();
    const before = await state();
    await merge({ take: ['name', 'phone', 'language', 'profile_picture'] });
    expect(await state()).not.toEqual(before);
    const { id } = await newestEntry();
    expect(await restoreEntry(id)).toBe('3 restored');
    expect(await state()).toEqual(before);
    expect((await desk.open(token)).status).toBe(200);
    expect(await restoreEntry(id)).toBe('409 Everything in this entry has been restored already.');
    expect((await newestEntry()).record).toMatchObject({ kind: 'user', id: anna });
  });

  it('is the same from the account that was closed, and from a part of the entry', async () => {
    const before = await state();
    await merge();
    expect(await restoreRecord('user', other)).toBe('1 restored');
    expect(await state()).toEqual(before);
    await merge();
    expect(await restorePart(await newestEntry(), 'user')).toBe('1 restored');
    expect(await state()).toEqual(before);
    expect(await restoreRecord('user', other)).toMatch(/^409 .* has been restored already\.$/);
  });

  it('leaves what has changed since alone, names it, and does nothing else then', async () => {
    const moved = await begin(other, { since: '2021-01-01' });
    await merge({ take: ['phone'] });
    const { id } = await newestEntry();
    await desk.api.call('PUT', `/admin/users/${anna}`, { first_name: 'Annina' });
    await desk.api.call('PUT', `${TENANCIES}/${moved.id}`, { until: '2030-01-01' });
    await desk.api.call('PUT', `/admin/users/${anna}`, { phone: '044 9' });
    expect(await restoreEntry(id)).toBe(
      '409 Anna Rossi (anna@example.com) cannot be restored: it has changed since the merge.',
    );
    await desk.api.call('PUT', `/admin/users/${anna}`, { phone: '079 2' });
    await remove(`${TENANCIES}/${moved.id}`);
    expect(await restoreEntry(id)).toMatch(/^409 .*Seeblick cannot be restored: it has changed/);
    await restoreRecord('association', moved.id);
    expect(await restoreEntry(id)).toBe('1 restored');
    expect(await userRow(desk, anna)).toMatchObject({ first_name: 'Annina', phone: '044 1' });
    expect(await tenanciesOf(other)).toMatchObject([{ id: moved.id, until: '2030-01-01' }]);
  });

  it('is over for an invitation that was accepted, and where the account was opened again', async () => {
    await desk.invite({ email: 'zanzrossi@example.com' });
    await merge();
    const { id } = await newestEntry();
    await desk.api.db.update(invitations).set({ status: 'accepted' });
    expect(await restoreEntry(id)).toBe(
      '409 anna@example.com cannot be restored: it has changed since the merge.',
    );
    await desk.invite({ email: 'zanzrossi@example.com' });
    const token = await desk.tokenFor('zanzrossi@example.com');
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await userRow(desk, other)).toMatchObject({ is_active: true, merged_into: null });
    expect(await restoreEntry(id)).toBe('409 Everything in this entry has been restored already.');
  });
});

describe('personal data', () => {
  it('of the one who stays is erased with that of both, and nothing is left of either', async () => {
    await begin(other, { until: '2020-12-31', note: 'zanz was here' });
    await desk.invite({ email: 'zanzrossi@example.com' });
    const third = await insertUser(desk.api.db, { first_name: 'Zanzina', email: null });
    await merge({ kept: other, closed: third });
    await merge({ take: ['name', 'language'] });
    await remove(`/admin/users/${anna}`);
    expect(await rejectionOf(desk.api.call('DELETE', `/admin/personal-data/${other}`))).toBe(
      '409 This account was merged into another one. Erase that person: both are erased then.',
    );
    expect(await columnsWith(desk, 'zanz')).not.toEqual([]);
    await remove(`/admin/personal-data/${anna}`);
    expect(await columnsWith(desk, 'zanz')).toEqual([]);
    expect(await columnsWith(desk, 'anna')).toEqual([]);
    for (const id of [anna, other, third])
      expect((await userRow(desk, id)).erased_at).not.toBeNull();
  });

  it('of both is in one export', async () => {
    await merge();
    const data = await desk.api.read(personalDataSchema, 'GET', `/admin/personal-data/${anna}`);
    expect(data.merged_accounts).toMatchObject([{ profile: { id: other, merged_into: anna } }]);
    expect(data.history.map(({ action }) => action)).toEqual(['merged', 'created', 'created']);
  });
});

describe('at the same moment', () => {
  it('of two merges of the same people one is made', async () => {
    const calls = [merge(), merge({ kept: other, closed: anna }), merge()];
    expect(await statusesOf(calls)).toEqual([204, 409, 409]);
    const closed = await desk.api.db.select().from(users).where(eq(users.is_active, false));
    expect(closed).toHaveLength(1);
  });

  it('an association that is added comes first and moves, or is rejected', async () => {
    const commit = await openTransaction(
      desk.api.database,
      `insert into user_condo_associations (user_id, condo_id, role) values (${other}, ${desk.condo}, 'owner');
       select from users where id = ${other} for no key update`,
    );
    const merged = merge();
    await waitingCalls(desk.api.database, 1);
    const added = desk.api.call('POST', TENANCIES, {
      user_id: other,
      condo_id: desk.condo,
      apartment_id: desk.apartment,
      role: 'renter',
    });
    await waitingCalls(desk.api.database, 2);
    await commit();
    expect((await merged).status).toBe(204);
    expect((await added).status).toBe(409);
    const rows = desk.api.db.select().from(userCondoAssociations);
    expect(await rows).toMatchObject([{ user_id: anna, role: 'owner' }]);
  });
});
