import { describe, expect, it } from 'vitest';
import { z } from '~/fields/zod';
import { errorOf, fieldError, insertUser, rejectionOf, statusesOf } from '../../support/api';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import {
  api,
  create,
  get,
  GONE,
  home,
  move,
  openHome,
  OVERLAP,
  PATH,
  post,
  put,
  remove,
  renter,
  shownHomes,
  tagOf,
  tenancies,
  time,
} from './home';

openHome();

const YEARS = 'The date must be between 1900-01-01 and 2200-12-31';
const NO_DAY = 'Please enter a valid date (YYYY-MM-DD)';

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
      created_at: time.now.toISOString(),
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
    [{ since: '1899-12-31' }, 'since', YEARS],
    [{ until: '2201-01-01' }, 'until', YEARS],
    [{ since: '2026-02-30' }, 'since', NO_DAY],
    [{ since: '01.04.2026' }, 'since', NO_DAY],
  ])('rejects %o', async (fields, field, message) => {
    expect(await errorOf(post(fields))).toEqual(fieldError(field, message));
    expect(await shownHomes()).toEqual([]);
  });

  it('rejects an apartment of another building', async () => {
    const other = await insertApartment(api.db, await insertCondo(api.db, 'Rosengarten'), '1');
    const rejected = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(post({ apartment_id: other }))).toEqual(rejected);
  });

  it.each(GONE)('takes nobody who is %s, which is said at the person', async (how, detail) => {
    await remove(how);
    const errors = [{ field: 'user_id', message: detail }];
    expect(await errorOf(post())).toEqual({ status: 409, detail, errors });
  });

  it('forbids the same role of one person in one home twice at a time, and nothing else', async () => {
    await create({ since: '2026-01-01', until: '2026-06-30' });
    for (const days of [
      {},
      { since: '2026-06-30' },
      { until: '2026-01-01' },
      { since: '2026-03-01', until: '2026-03-02' },
    ]) {
      expect(await rejectionOf(post(days))).toBe(`409 ${OVERLAP}`);
    }
    // One person comes back, owns what they rent, or has two flats. Two people share a flat.
    await create({ since: '2026-07-01' });
    await create({ role: 'owner' });
    await create({ apartment_id: home.two });
    await create({ user_id: await insertUser(api.db) });
    await create({ apartment_id: null, role: 'building_manager' });
    expect(await rejectionOf(post({ apartment_id: null, role: 'building_manager' }))).toBe(
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
    await rejected({ id, until: '1899-12-31' }, 'ends.until', YEARS);
    await rejected({ id, until: '2026-02-30' }, 'ends.until', NO_DAY);
    expect(await tenancies()).toHaveLength(1);
  });

  it('begins nothing where the one that ends was changed since', async () => {
    const { id } = await create({ since: '2026-06-01' });
    const ends = { id, version: await tagOf(id), until: '2026-08-31' };
    await put(id, { note: 'Key 12' });
    const next = { user_id: await insertUser(api.db), since: '2026-09-01', ends };
    expect(await rejectionOf(post(next))).toBe(
      '412 Someone else has changed this association in the meantime',
    );
    expect(await tenancies('?past=true')).toMatchObject([{ id, until: null }]);
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

  it.each([
    [{ since: '1899-12-31' }, 'since', YEARS],
    [{ since: '2026-02-30' }, 'since', NO_DAY],
    [{ until: '2201-01-01' }, 'until', YEARS],
    [{ until: '31.12.2026' }, 'until', NO_DAY],
    [{ until: '2025-12-31' }, 'until', 'The last day is before the first'],
    [{ reported_on: '0202-01-01' }, 'reported_on', YEARS],
    [{ role: 'super_admin' }, 'role', 'Please select a valid role'],
    [{ role: null }, 'role', 'Please select a valid role'],
    [{ removes: { id: 0 } }, 'removes.id', 'Association is required'],
  ])('rejects %o', async (fields, field, message) => {
    const { id, ...before } = await create({ since: '2026-01-01' });
    expect(await errorOf(put(id, fields))).toEqual(fieldError(field, message));
    expect(await get(id)).toMatchObject(before);
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
    expect(await rejectionOf(put(id, { until: '2026-09-30' }, headers))).toBe(
      '412 Someone else has changed this association in the meantime',
    );
    expect(await rejectionOf(move(id, { apartment_id: home.two, on: '2026-08-01' }, headers))).toBe(
      '412 Someone else has changed this association in the meantime',
    );
    expect((await get(id)).until).toBe('2026-08-31');
  });

  it('answers 404 for an unknown one, and 409 where times would overlap', async () => {
    expect(await rejectionOf(put(2147483000, { note: 'x' }))).toBe('404 Association not found');
    await create({ since: '2026-08-01' });
    const { id } = await create({ until: '2026-07-31' });
    expect(await rejectionOf(put(id, { until: '2026-08-01' }))).toBe(`409 ${OVERLAP}`);
  });
});

it.each(['0', 'x', '2147483648', '99999999999'])('rejects the person %s', async (id) => {
  const answer = await errorOf(api.call('GET', `${PATH}?user_id=${id}`));
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'user_id' }] });
});

const idsOf = async (query = '') => (await tenancies(query)).map(({ id }) => id);

describe('GET /admin/condos/{id}/tenancies', () => {
  it('lists who is there on a day, or with past all', async () => {
    const past = await create({ until: '2026-06-30' });
    const next = await create({ user_id: await insertUser(api.db), since: '2026-09-01' });
    const owner = await insertAssociation(api.db, {
      user_id: await insertUser(api.db, { first_name: null, last_name: null }),
      condo_id: home.condo,
      apartment_id: home.two,
    });
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

  it('answers 404 for an unknown building', async () => {
    const unknown = api.call('GET', '/admin/condos/2147483000/tenancies');
    expect(await rejectionOf(unknown)).toBe('404 Building not found');
  });

  it.each([
    ['2026-02-30', NO_DAY],
    ['2026-06-31', NO_DAY],
    ['2026-13-01', NO_DAY],
    ['30.06.2026', NO_DAY],
    ['1899-12-31', YEARS],
    ['2201-01-01', YEARS],
  ])('rejects the day %s', async (day, message) => {
    const list = api.call('GET', `/admin/condos/${home.condo}/tenancies?as_of=${day}`);
    expect(await errorOf(list)).toEqual(fieldError('as_of', message));
  });
});

it('tenancies are among the capabilities', async () => {
  const offered = await api.read(z.looseObject({}), 'GET', '/capabilities');
  expect(offered).toMatchObject({ tenancies: true });
});
