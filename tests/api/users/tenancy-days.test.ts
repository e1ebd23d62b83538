import type { Role } from '~/users/roles';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { endedSchema } from '~/apartments/schema';
import { tenancyRecordSchema, userListSchema } from '~/users/schema';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { recordChange, SYSTEM } from '~/platform/database/record-change';
import { saveAssociation } from '~/users/server/associations.repo';
import { z } from '~/fields/zod';
import { errorOf, insertUser, rejectionOf } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { historyEntries } from '../../support/history';
import {
  api,
  create,
  get,
  home,
  openHome,
  PATH,
  put,
  renter,
  shownHomes,
  tenancies,
  time,
} from './home';

openHome();

const list = () => api.call('GET', `/admin/users?search=user&page_size=100`);

describe('the turn of a day', () => {
  it('shows in every list from midnight in the zone on, without a write', async () => {
    await create({ until: '2026-06-30' });
    await create({ apartment_id: home.two, since: '2026-07-01' });
    // 23:59:59 and 00:00 in Zürich.
    time.now = new Date('2026-06-30T21:59:59Z');
    const before = await list();
    expect((await shownHomes()).map((one) => one.apartment_number)).toEqual(['1']);
    time.now = new Date('2026-06-30T22:00:00Z');
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await api.call(
      'GET',
      '/admin/users?search=user&page_size=100',
      undefined,
      headers,
    );
    expect(after.status).toBe(200);
    const people = userListSchema.parse(await after.json()).data;
    const person = people.find(({ id }) => id === home.person);
    expect(person?.condo_associations.map((one) => one.apartment_number)).toEqual(['2']);
    const again = { 'if-none-match': after.headers.get('etag') ?? '' };
    const same = await api.call('GET', '/admin/users?search=user&page_size=100', undefined, again);
    expect(same.status).toBe(304);
  });

  it('follows TIME_ZONE', async () => {
    await create({ since: '2026-07-02' });
    time.now = new Date('2026-07-01T12:30:00Z');
    expect(await shownHomes()).toEqual([]);
    api.deps.settings.timeZone = 'Pacific/Auckland';
    try {
      expect(await shownHomes()).toHaveLength(1);
    } finally {
      delete api.deps.settings.timeZone;
    }
  });
});

const daysKnown = async () =>
  (await tenancies('?past=true')).map(({ role, since, until }) => [role, since, until]);

const accept = (role: Role) =>
  recordChange(api.db, { actor: SYSTEM, action: 'accepted' }, (tx) =>
    saveAssociation(tx, { ...renter(), role }, { now: time.now, day: '2026-07-01' }),
  );

describe('an accepted invitation', () => {
  it('lets somebody come back whose last day is over, from today on', async () => {
    await create({ until: '2026-06-30' });
    await accept('renter');
    expect(await daysKnown()).toEqual([
      ['renter', null, '2026-06-30'],
      ['renter', '2026-07-01', null],
    ]);
  });

  it('changes nothing where the person has the role there, beside another one', async () => {
    await create({ role: 'owner' });
    await create();
    await accept('renter');
    expect(await daysKnown()).toEqual([
      ['owner', null, null],
      ['renter', null, null],
    ]);
  });

  it('gives one that is not over the new role', async () => {
    await create({ since: '2026-02-01' });
    await accept('owner');
    expect(await daysKnown()).toEqual([['owner', '2026-02-01', null]]);
  });
});

const count = (...ids: number[]) =>
  api.read(endedSchema, 'GET', `/admin/occupancy/ended?ids=${ids.join(',')}`);
const removeHome = (kind: 'condos' | 'apartments', id: number) =>
  api.call('DELETE', `/admin/${kind}/${id}`);

describe('the past', () => {
  it('stays when a person is deactivated; the rest comes back with its days', async () => {
    const past = await create({ until: '2026-06-30' });
    const current = await create({ since: '2026-07-01', until: '2028-01-01' });
    const coming = await create({ apartment_id: home.two, since: '2026-08-01' });
    expect((await api.call('DELETE', `/admin/users/${home.person}`)).status).toBe(204);
    expect((await tenancies('?past=true')).map(({ id }) => id)).toEqual([past.id]);
    const record = { kind: 'user', id: home.person };
    await api.call('POST', '/admin/history/restore', record);
    const all = await tenancies('?past=true');
    expect(all.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      past.id,
      current.id,
      coming.id,
    ]);
    expect(await get(current.id)).toEqual(current);
  });

  it('of an inactive or erased person does not go on, but can be corrected', async () => {
    const { id } = await create({ since: '2020-01-01' });
    await put(id, { until: '2026-06-30' });
    const [entry] = await historyEntries(api);
    const path = `/admin/history/${entry?.id}/changes/${entry?.changes[0]?.change}/values`;
    const seen = await api.call('GET', path);
    await api.call('DELETE', `/admin/users/${home.person}`);
    const inactive = '409 This person is inactive. Restore the user first.';
    for (const until of [null, '2026-07-01', '2027-01-01'])
      expect(await rejectionOf(put(id, { until }))).toBe(inactive);
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    expect(await rejectionOf(api.call('POST', path, undefined, headers))).toBe(inactive);
    expect(await rejectionOf(put(id, { note: 'Key 12', notify: true }))).toBe(inactive);
    expect((await put(id, { reported_on: '2026-07-01', until: '2026-06-29' })).status).toBe(200);
    expect(await get(id)).toMatchObject({ state: 'past', reported_on: '2026-07-01' });
  });

  it('waits for a person who is just being deactivated', async () => {
    const { id } = await create({ until: '2026-06-30' });
    const commit = await openTransaction(
      api.database,
      `update users set is_active = false where id = ${home.person}`,
    );
    const answer = put(id, { until: null });
    await waitingCalls(api.database, 1);
    await commit();
    expect(await rejectionOf(answer)).toBe('409 This person is inactive. Restore the user first.');
  });

  it('does not go with its home where it has just become current again', async () => {
    const { id } = await create({ until: '2026-06-30' });
    const answers = {
      [`/admin/apartments/${home.one}`]:
        '400 Cannot delete: users are still associated with this apartment.',
      [`/admin/condos/${home.condo}`]:
        '400 Cannot delete: users are still associated with this building.',
    };
    for (const [path, answer] of Object.entries(answers)) {
      await put(id, { until: '2026-06-30' });
      const commit = await openTransaction(
        api.database,
        `update user_condo_associations set until = null where id = ${id}`,
      );
      const removed = api.call('DELETE', path);
      await waitingCalls(api.database, 1);
      await commit();
      expect(await rejectionOf(removed)).toBe(answer);
      expect((await get(id)).state).toBe('current');
    }
  });

  it.each(['condo', 'apartment'] as const)(
    'of somebody who was erased since is the one thing that a deleted %s comes back without',
    async (kind) => {
      const erased = await create({ until: '2026-06-30' });
      const other = await create({ user_id: await insertUser(api.db), until: '2026-05-31' });
      const id = kind === 'condo' ? home.condo : home.one;
      expect((await api.call('DELETE', `/admin/${kind}s/${id}`)).status).toBe(204);
      await api.call('DELETE', `/admin/users/${home.person}`);
      await api.call('DELETE', `/admin/personal-data/${home.person}`);
      const restore = () => api.call('POST', '/admin/history/restore', { kind, id });
      expect((await restore()).status).toBe(200);
      expect((await tenancies('?past=true')).map((one) => one.id)).toEqual([other.id]);
      expect((await api.call('GET', `${PATH}/${erased.id}`)).status).toBe(404);
      expect(await rejectionOf(restore())).toMatch(/has been restored already\.$/);
    },
  );

  it('goes with its apartment, and comes back with it', async () => {
    const past = await create({ since: '2020-01-01', until: '2026-06-30', note: 'Key 12' });
    await api.call('DELETE', `/admin/users/${home.person}`);
    expect((await api.call('DELETE', `/admin/apartments/${home.one}`)).status).toBe(204);
    expect(await tenancies('?past=true')).toEqual([]);
    await api.call('POST', '/admin/history/restore', { kind: 'apartment', id: home.one });
    // An inactive person's past comes back too.
    expect(await get(past.id)).toEqual({ ...past });
  });

  it('is counted before its apartments are deleted, where none is current or coming', async () => {
    const both = [home.one, home.two];
    expect(await count(...both)).toEqual({ count: 0 });
    await create({ until: '2020-12-31' });
    await create({ since: '2021-01-01', until: '2026-06-30' });
    await create({ apartment_id: home.two, until: '2026-06-30' });
    const coming = await create({ apartment_id: home.two, since: '2026-08-01' });
    expect(await count(...both)).toEqual({ count: 2 });
    await put(coming.id, { until: '2026-07-31', since: '2026-07-02' });
    expect(await count(home.two)).toEqual({ count: 0 });
    await api.call('DELETE', `${PATH}/${coming.id}`);
    expect(await count(...both, 999_999_999)).toEqual({ count: 3 });
    for (const ids of ['', 'x', '1;2', '1,', '1234567890'])
      expect((await errorOf(api.call('GET', `/admin/occupancy/ended?ids=${ids}`))).errors).toEqual([
        expect.objectContaining({ field: 'ids' }),
      ]);
  });

  it('goes with its building, but a current or coming one keeps it', async () => {
    await create({ until: '2026-06-30' });
    const coming = await create({ since: '2026-08-01' });
    expect(await rejectionOf(removeHome('condos', home.condo))).toBe(
      '400 Cannot delete: users are still associated with this building.',
    );
    expect(await rejectionOf(removeHome('apartments', home.one))).toBe(
      '400 Cannot delete: users are still associated with this apartment.',
    );
    await api.call('DELETE', `${PATH}/${coming.id}`);
    expect((await removeHome('condos', home.condo)).status).toBe(204);
    await api.call('POST', '/admin/history/restore', { kind: 'condo', id: home.condo });
    expect(await tenancies('?past=true')).toHaveLength(1);
  });

  it('is erased with the person, notes and all', async () => {
    await create({ until: '2026-06-30', note: 'Secret word' });
    await api.call('DELETE', `/admin/users/${home.person}`);
    await api.call('DELETE', `/admin/personal-data/${home.person}`);
    const remaining = api.db
      .select()
      .from(userCondoAssociations)
      .where(eq(userCondoAssociations.user_id, home.person));
    expect(await remaining).toEqual([]);
    expect(await (await api.call('GET', '/admin/history')).text()).not.toContain('Secret word');
  });

  it('is in the export of what is known of a person', async () => {
    const past = await create({ until: '2026-06-30', note: 'Key 12' });
    const file = z.object({ associations: z.array(tenancyRecordSchema) });
    const known = await api.read(file, 'GET', `/admin/personal-data/${home.person}`);
    expect(known.associations).toEqual([past]);
  });

  it("is in nobody's way: the person can be invited there again", async () => {
    const email = 'back@example.com';
    await api.db.update(users).set({ email }).where(eq(users.id, home.person));
    await create({ until: '2026-06-30' });
    const invite = () =>
      api.call('POST', '/admin/invite-user', {
        email,
        role: 'renter',
        condo_id: home.condo,
        apartment_id: home.one,
      });
    expect((await invite()).status).toBe(201);
  });
});
