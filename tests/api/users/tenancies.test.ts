import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { endedSchema } from '~/apartments/schema';
import {
  condoTenancySchema,
  tenancyBegunSchema,
  tenancyRecordSchema,
  userListSchema,
  userSchema,
} from '~/users/schema';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { recordChange, SYSTEM } from '~/platform/database/record-change';
import type { Role } from '~/users/fields';
import { saveAssociation } from '~/users/server/associations.repo';
import { z } from '~/fields/zod';
import {
  apiPerFile,
  errorOf,
  fieldError,
  insertUser,
  refusalOf,
  statusesOf,
} from '../../support/api';
import { inOrder, openTransaction, waitingCalls } from '../../support/connections';
import { historyEntries } from '../../support/history';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

/** Noon in Zürich, unless a test sets another time. */
let now = new Date('2026-07-01T10:00:00Z');
const api = apiPerFile({ clock: () => now });

const PATH = '/admin/user-condo-associations';
const OVERLAP = 'This person has this role in this apartment already at that time.';

let home: { condo: number; one: number; two: number; person: number };

beforeEach(async () => {
  now = new Date('2026-07-01T10:00:00Z');
  const condo = await insertCondo(api.db, 'Seeblick');
  home = {
    condo,
    one: await insertApartment(api.db, condo, '1'),
    two: await insertApartment(api.db, condo, '2'),
    person: await insertUser(api.db, { first_name: 'Anna', last_name: 'Rossi' }),
  };
});

const renter = (fields: object = {}) => ({
  user_id: home.person,
  condo_id: home.condo,
  apartment_id: home.one,
  role: 'renter',
  ...fields,
});
const post = (fields?: object) => api.call('POST', PATH, renter(fields));
const create = (fields?: object) =>
  api.read(tenancyRecordSchema, 'POST', PATH, renter(fields), 201);
const get = (id: number) => api.read(tenancyRecordSchema, 'GET', `${PATH}/${id}`);
const put = (id: number, body: object, headers?: Record<string, string>) =>
  api.call('PUT', `${PATH}/${id}`, body, headers);
const move = (id: number, body: object, headers?: Record<string, string>) =>
  api.call('POST', `${PATH}/${id}/move`, body, headers);
const tenancies = (query = '') =>
  api.read(condoTenancySchema.array(), 'GET', `/admin/condos/${home.condo}/tenancies${query}`);
const shownHomes = async (id = home.person) =>
  (await api.read(userSchema, 'GET', `/admin/users/${id}`)).condo_associations;
const tagOf = async (id: number) =>
  (await api.call('GET', `${PATH}/${id}`)).headers.get('etag') ?? '';

describe('POST /admin/user-condo-associations', () => {
  it('begins a tenancy with all that was sent, and answers it', async () => {
    const sent = { since: '2026-04-01', until: '2027-03-31', note: 'Key 12' };
    const made = await create(sent);
    expect(made).toEqual({
      ...renter(sent),
      id: made.id,
      condo_name: 'Seeblick',
      apartment_number: '1',
      reported_on: null,
      created_at: now.toISOString(),
      state: 'current',
    });
    expect(await get(made.id)).toEqual(made);
  });

  it('invents no day: without since and until nothing is known', async () => {
    expect(await create()).toMatchObject({ since: null, until: null, state: 'current' });
  });

  it.each([
    [{ user_id: 2147483000 }, 'user_id', 'User not found'],
    [{ condo_id: 2147483000 }, 'condo_id', 'Building not found'],
    [{ apartment_id: 2147483000 }, 'apartment_id', 'Apartment not found in this building'],
    [{ apartment_id: null }, 'apartment_id', 'Apartment selection is required for this role'],
    [{ role: 'super_admin' }, 'role', 'Please select a valid role'],
    [{ since: '2026-05-01', until: '2026-04-30' }, 'until', 'The last day is before the first'],
    [{ since: '1899-12-31' }, 'since', 'The date must be between 1900-01-01 and 2200-12-31'],
    [{ until: '2201-01-01' }, 'until', 'The date must be between 1900-01-01 and 2200-12-31'],
    [{ since: '2026-02-30' }, 'since', 'Please enter a valid date (YYYY-MM-DD)'],
    [{ since: '01.04.2026' }, 'since', 'Please enter a valid date (YYYY-MM-DD)'],
  ])('rejects %o', async (fields, field, message) => {
    expect(await errorOf(post(fields))).toEqual(fieldError(field, message));
    expect(await shownHomes()).toEqual([]);
  });

  it('rejects an apartment of another building', async () => {
    const other = await insertApartment(api.db, await insertCondo(api.db, 'Rosengarten'), '1');
    const rejected = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(post({ apartment_id: other }))).toEqual(rejected);
  });

  it('takes nobody who is inactive or erased', async () => {
    await api.db.update(users).set({ is_active: false }).where(eq(users.id, home.person));
    expect(await refusalOf(post())).toBe('409 This person is inactive. Restore the user first.');
    await api.call('DELETE', `/admin/personal-data/${home.person}`);
    expect(await refusalOf(post())).toBe('409 This person was erased.');
  });

  it('forbids the same role of one person in one home twice at a time, and nothing else', async () => {
    await create({ since: '2026-01-01', until: '2026-06-30' });
    for (const days of [
      {},
      { since: '2026-06-30' },
      { until: '2026-01-01' },
      { since: '2026-03-01', until: '2026-03-02' },
    ]) {
      expect(await refusalOf(post(days))).toBe(`409 ${OVERLAP}`);
    }
    // One comes back, owns what they rent, has two flats; two people share one.
    await create({ since: '2026-07-01' });
    await create({ role: 'owner' });
    await create({ apartment_id: home.two });
    await create({ user_id: await insertUser(api.db) });
    await create({ apartment_id: null, role: 'building_manager' });
    expect(await refusalOf(post({ apartment_id: null, role: 'building_manager' }))).toBe(
      `409 ${OVERLAP}`,
    );
  });

  it('lets one of two at once through', async () => {
    expect(await statusesOf([post(), post()])).toEqual([201, 409]);
  });

  it('names the fields of the one that ends as they were sent', async () => {
    const { id } = await create({ since: '2026-06-01' });
    const next = { user_id: await insertUser(api.db), since: '2026-06-02' };
    const rejected = async (ends: object, field: string, message: string) =>
      expect(await errorOf(post({ ...next, ends }))).toEqual(fieldError(field, message));
    await rejected({ id, until: '2026-05-31' }, 'ends.until', 'The last day is before the first');
    await rejected({ id: 2147483000, until: '2026-06-01' }, 'ends.id', 'Association not found');
    await rejected(
      { id, until: '1899-12-31' },
      'ends.until',
      'The date must be between 1900-01-01 and 2200-12-31',
    );
    expect(await tenancies()).toHaveLength(1);
  });
});

describe('PUT /admin/user-condo-associations/{id}', () => {
  it('changes what is sent, and clears by null', async () => {
    const { id } = await create({ since: '2026-01-01', note: 'Key 12' });
    await put(id, { until: '2026-08-31', reported_on: '2026-01-10' });
    expect(await get(id)).toMatchObject({ until: '2026-08-31', note: 'Key 12' });
    await put(id, { note: null, role: 'owner' });
    expect(await get(id)).toMatchObject({
      note: null,
      role: 'owner',
      since: '2026-01-01',
      reported_on: '2026-01-10',
    });
  });

  it('compares the days with those that are stored', async () => {
    const { id } = await create({ since: '2026-05-01' });
    const rejected = fieldError('until', 'The last day is before the first');
    expect(await errorOf(put(id, { until: '2026-04-30' }))).toEqual(rejected);
    expect((await put(id, { until: '2026-04-30', since: null })).status).toBe(200);
  });

  it('keeps a manager of the whole building from becoming a renter of no apartment', async () => {
    const { id } = await create({ apartment_id: null, role: 'building_manager' });
    const message = 'Apartment selection is required for this role';
    expect(await errorOf(put(id, { role: 'renter' }))).toEqual(fieldError('role', message));
  });

  it('tells the second of two about the first', async () => {
    const { id } = await create();
    const tag = await tagOf(id);
    expect(tag).toMatch(/^"[^"]+"$/);
    const headers = { 'if-match': tag };
    expect((await put(id, { until: '2026-08-31' }, headers)).status).toBe(200);
    expect(await refusalOf(put(id, { until: '2026-09-30' }, headers))).toBe(
      '412 Someone else has changed this association in the meantime',
    );
    expect(await refusalOf(move(id, { apartment_id: home.two, on: '2026-08-01' }, headers))).toBe(
      '412 Someone else has changed this association in the meantime',
    );
    expect((await get(id)).until).toBe('2026-08-31');
  });

  it('answers 404 for an unknown one, and 409 where times would overlap', async () => {
    expect(await refusalOf(put(2147483000, { note: 'x' }))).toBe('404 Association not found');
    await create({ since: '2026-08-01' });
    const { id } = await create({ until: '2026-07-31' });
    expect(await refusalOf(put(id, { until: '2026-08-01' }))).toBe(`409 ${OVERLAP}`);
  });
});

/** A move, and the call that undoes it. */
const movedOnce = async () => {
  const { id } = await create({ since: '2026-01-01' });
  const body = { apartment_id: home.two, on: '2026-03-01' };
  const begun = await api.read(tenancyBegunSchema, 'POST', `${PATH}/${id}/move`, body, 201);
  expect([begun.version, begun.ended]).toEqual([
    await tagOf(begun.id),
    { id, version: await tagOf(id) },
  ]);
  const removes = { id: begun.id, version: begun.version };
  const headers = { 'if-match': begun.ended?.version ?? '' };
  return { id, begun, undo: () => put(id, { until: null, removes }, headers) };
};
const lastDays = async () => (await tenancies('?past=true')).map(({ id, until }) => [id, until]);

describe('POST /admin/user-condo-associations/{id}/move', () => {
  it('is not possible on the first day of all, as the tenancy would end before it', async () => {
    const { id } = await create();
    const rejected = fieldError('on', 'The day of the move must be after the first day');
    expect(await errorOf(move(id, { apartment_id: home.two, on: '1900-01-01' }))).toEqual(rejected);
    expect((await move(id, { apartment_id: home.two, on: '1900-01-02' })).status).toBe(201);
    expect((await get(id)).until).toBe('1900-01-01');
  });

  it('ends one the day before and begins the other, which takes over the rest', async () => {
    const { id } = await create({ since: '2026-01-01', until: '2027-12-31', note: 'Key 12' });
    const response = await move(id, { apartment_id: home.two, on: '2026-09-01' });
    expect(response.status).toBe(201);
    const moved = tenancyRecordSchema.parse(await response.json());
    expect(moved).toMatchObject({
      apartment_number: '2',
      role: 'renter',
      since: '2026-09-01',
      until: '2027-12-31',
      note: 'Key 12',
      state: 'coming',
    });
    expect(await get(id)).toMatchObject({ apartment_number: '1', until: '2026-08-31' });
  });

  describe('is undone by one PUT', () => {
    it('which writes the last day of before and removes the new one', async () => {
      const { id, undo } = await movedOnce();
      expect((await undo()).status).toBe(200);
      expect(await lastDays()).toEqual([[id, null]]);
      expect(await refusalOf(undo())).toMatch(/^412 /);
    });

    it.each(['old', 'new'] as const)('or by none where the %s one was changed', async (which) => {
      const { id, begun, undo } = await movedOnce();
      await put(which === 'old' ? id : begun.id, { note: 'Key 12' });
      expect(await refusalOf(undo())).toBe(
        '412 Someone else has changed this association in the meantime',
      );
      expect(await lastDays()).toEqual([
        [id, '2026-02-28'],
        [begun.id, null],
      ]);
    });

    it('or by none where the new one was removed', async () => {
      const { id, begun, undo } = await movedOnce();
      await api.call('DELETE', `${PATH}/${begun.id}`);
      expect(await refusalOf(undo())).toBe('404 Association not found');
      expect(await lastDays()).toEqual([[id, '2026-02-28']]);
    });
  });

  it('is one entry of the history', async () => {
    const { id } = await create({ since: '2026-01-01' });
    await move(id, { apartment_id: home.two, on: '2026-03-01' });
    const entries = z.object({
      entries: z.array(z.object({ change_count: z.int(), action: z.string() })),
    });
    const {
      entries: [newest],
    } = await api.read(entries, 'GET', '/admin/history');
    expect(newest).toMatchObject({ action: 'changed', change_count: 2 });
  });

  it.each([
    ['one', '2026-09-01', 'apartment_id', 'This is the apartment that the move begins in'],
    ['two', '2026-01-01', 'on', 'The day of the move must be after the first day'],
    ['two', '2027-01-01', 'on', 'The tenancy has ended before that day'],
    ['two', '2201-01-01', 'on', 'The date must be between 1900-01-01 and 2200-12-31'],
  ] as const)('rejects a move to %s on %s', async (apartment, on, field, message) => {
    const { id } = await create({ since: '2026-01-01', until: '2026-12-31' });
    const body = { apartment_id: home[apartment], on };
    expect(await errorOf(move(id, body))).toEqual(fieldError(field, message));
    expect(await get(id)).toMatchObject({ until: '2026-12-31' });
  });

  it('rejects an apartment of another building', async () => {
    const { id } = await create();
    const other = await insertApartment(api.db, await insertCondo(api.db, 'Rosengarten'), '1');
    const rejected = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(move(id, { apartment_id: other, on: '2026-09-01' }))).toEqual(rejected);
  });

  it('lets one of two at once through', async () => {
    const { id } = await create({ since: '2026-01-01' });
    const headers = { 'if-match': await tagOf(id) };
    const moves = ['2026-09-01', '2026-10-01'].map((on) =>
      move(id, { apartment_id: home.two, on }, headers),
    );
    expect(await statusesOf(moves)).toEqual([201, 412]);
  });
});

describe('two opposite changes at once both go through, one behind the other', () => {
  let other: number;
  let one: number;
  let two: number;

  beforeEach(async () => {
    other = await insertUser(api.db, { first_name: 'Beat', last_name: 'Muster' });
    one = (await create({ since: '2026-01-01' })).id;
    two = (await create({ user_id: other, apartment_id: home.two, since: '2026-01-01' })).id;
  });

  const LOCKED = () => `select from users where id in (${home.person}, ${other}) for update`;

  it('changes of tenants, in which each takes the place of the other', async () => {
    const on = { since: '2026-08-01' };
    const swap = [
      () => post({ ...on, user_id: other, ends: { id: one, until: '2026-07-31' } }),
      () => post({ ...on, apartment_id: home.two, ends: { id: two, until: '2026-07-31' } }),
    ];
    expect(await inOrder(api.database, LOCKED(), swap)).toEqual([201, 201]);
    expect((await tenancies('?as_of=2026-08-01')).map(({ user_id }) => user_id)).toEqual([
      other,
      home.person,
    ]);
  });

  it('moves from one apartment to the other', async () => {
    const on = '2026-08-01';
    const moves = [
      () => move(one, { apartment_id: home.two, on }),
      () => move(two, { apartment_id: home.one, on }),
    ];
    expect(await inOrder(api.database, LOCKED(), moves)).toEqual([201, 201]);
    expect((await tenancies(`?as_of=${on}`)).map(({ user_id }) => user_id)).toEqual([
      other,
      home.person,
    ]);
  });

  it('past days of one person: the second is told that they would overlap', async () => {
    const past = { user_id: other, apartment_id: home.one };
    const first = await create({ ...past, since: '2020-01-01', until: '2020-06-30' });
    const second = await create({ ...past, since: '2021-06-01', until: '2021-12-31' });
    const locked = `select from user_condo_associations where id in (${first.id}, ${second.id}) for update`;
    const changes = [
      () => put(first.id, { until: '2021-03-31' }),
      () => put(second.id, { since: '2021-01-01' }),
    ];
    expect(await inOrder(api.database, locked, changes)).toEqual([200, 409]);
  });
});

describe('the turn of a day', () => {
  it('shows in every list from midnight in the zone on, without a write', async () => {
    await create({ until: '2026-06-30' });
    await create({ apartment_id: home.two, since: '2026-07-01' });
    const list = () => api.call('GET', `/admin/users?search=user&page_size=100`);
    // 23:59:59 and 00:00 in Zürich.
    now = new Date('2026-06-30T21:59:59Z');
    const before = await list();
    expect((await shownHomes()).map((one) => one.apartment_number)).toEqual(['1']);
    now = new Date('2026-06-30T22:00:00Z');
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
    now = new Date('2026-07-01T12:30:00Z');
    expect(await shownHomes()).toEqual([]);
    api.deps.settings.timeZone = 'Pacific/Auckland';
    try {
      expect(await shownHomes()).toHaveLength(1);
    } finally {
      delete api.deps.settings.timeZone;
    }
  });
});

it.each(['0', 'x', '2147483648', '99999999999'])('rejects the person %s', async (id) => {
  const answer = await errorOf(api.call('GET', `${PATH}?user_id=${id}`));
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'user_id' }] });
});

describe('GET /admin/condos/{id}/tenancies', () => {
  it('lists who is there on a day, or with past all', async () => {
    const past = await create({ until: '2026-06-30' });
    const next = await create({ user_id: await insertUser(api.db), since: '2026-09-01' });
    const owner = await insertAssociation(api.db, {
      user_id: await insertUser(api.db, { first_name: null, last_name: null }),
      condo_id: home.condo,
      apartment_id: home.two,
    });
    const idsOf = async (query = '') => (await tenancies(query)).map(({ id }) => id);
    expect(await idsOf()).toEqual([owner]);
    expect(await idsOf('?as_of=2026-06-30')).toEqual([past.id, owner]);
    expect(await idsOf('?as_of=2026-09-01')).toEqual([next.id, owner]);
    expect(await idsOf('?past=true')).toEqual([past.id, next.id, owner]);
    const [first, , last] = await tenancies('?past=true');
    expect(first).toMatchObject({
      user_id: home.person,
      name: 'Anna Rossi',
      apartment_id: home.one,
      apartment_number: '1',
      role: 'renter',
      state: 'past',
    });
    expect(last?.name).toBeNull();
  });

  it('answers 404 for an unknown building and 422 for a day that is none', async () => {
    expect((await api.call('GET', '/admin/condos/2147483000/tenancies')).status).toBe(404);
    const answer = await errorOf(
      api.call('GET', `/admin/condos/${home.condo}/tenancies?as_of=2026-02-30`),
    );
    expect(answer).toMatchObject({ status: 422, errors: [{ field: 'as_of' }] });
  });
});

const daysKnown = async () =>
  (await tenancies('?past=true')).map(({ role, since, until }) => [role, since, until]);

const accept = (role: Role) =>
  recordChange(api.db, { actor: SYSTEM, action: 'accepted' }, (tx) =>
    saveAssociation(tx, { ...renter(), role }, { now, day: '2026-07-01' }),
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
      expect(await refusalOf(put(id, { until }))).toBe(inactive);
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    expect(await refusalOf(api.call('POST', path, undefined, headers))).toBe(inactive);
    expect(await refusalOf(put(id, { note: 'Key 12', notify: true }))).toBe(inactive);
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
    expect(await refusalOf(answer)).toBe('409 This person is inactive. Restore the user first.');
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
      expect(await refusalOf(removed)).toBe(answer);
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
      expect(await refusalOf(restore())).toMatch(/has been restored already\.$/);
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
    const count = async (...ids: number[]) =>
      api.read(endedSchema, 'GET', `/admin/occupancy/ended?ids=${ids.join(',')}`);
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
    const remove = () => api.call('DELETE', `/admin/condos/${home.condo}`);
    expect(await refusalOf(remove())).toBe(
      '400 Cannot delete: users are still associated with this building.',
    );
    const removeApartment = () => api.call('DELETE', `/admin/apartments/${home.one}`);
    expect(await refusalOf(removeApartment())).toBe(
      '400 Cannot delete: users are still associated with this apartment.',
    );
    await api.call('DELETE', `${PATH}/${coming.id}`);
    expect((await remove()).status).toBe(204);
    await api.call('POST', '/admin/history/restore', { kind: 'condo', id: home.condo });
    expect(await tenancies('?past=true')).toHaveLength(1);
  });

  it('is erased with the person, notes and all', async () => {
    await create({ until: '2026-06-30', note: 'Secret word' });
    await api.call('DELETE', `/admin/users/${home.person}`);
    await api.call('DELETE', `/admin/personal-data/${home.person}`);
    const left = api.db
      .select()
      .from(userCondoAssociations)
      .where(eq(userCondoAssociations.user_id, home.person));
    expect(await left).toEqual([]);
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

it('is among the capabilities', async () => {
  const offered = await api.read(z.looseObject({}), 'GET', '/capabilities');
  expect(offered).toMatchObject({ tenancies: true });
});
