import type { InvitableRole } from '~/users/roles';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { apartmentSchema, occupancySchema } from '~/apartments/schema';
import { apartments, userCondoAssociations, users } from '~/platform/database/schema/records';
import { apiPerFile, errorOf, fieldError, insertUser } from '../../support/api';
import { insertApartment, insertCondo } from '../../support/places';
import { must } from '../../support/must';

const NOON = new Date('2026-07-01T10:00:00Z');
let now = NOON;
const api = apiPerFile({ clock: () => now });

beforeEach(() => {
  now = NOON;
});

type Query = Record<string, string | number>;

function path(base: string, query: Query): string {
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]);
  return `/admin/${base}?${new URLSearchParams(text)}`;
}

const getPage = (query: Query) => api.read(occupancySchema, 'GET', path('occupancy', query));
const getList = (query: Query) =>
  api.read(apartmentSchema.array(), 'GET', path('apartments', query));

interface Stay {
  apartment: number;
  role: InvitableRole;
  since: string | null;
  until: string | null;
}

/** Apartments in the order of building and number. */
const HOMES = [
  { condo: 'Aare', apartment_number: '2', floor_number: 1, bedrooms: 3.5, sqmt: 80 },
  { condo: 'Aare', apartment_number: '10', floor_number: 2, bedrooms: null, sqmt: 61.5 },
  { condo: 'Birs', apartment_number: '1', floor_number: 1, bedrooms: 2, sqmt: null },
  { condo: 'Birs', apartment_number: '2', floor_number: null, bedrooms: 2, sqmt: 80 },
  { condo: 'Birs', apartment_number: '3', floor_number: 12, bedrooms: 4.5, sqmt: 110.25 },
];

const STAYS: Stay[] = [
  { apartment: 0, role: 'owner', since: null, until: null },
  { apartment: 0, role: 'renter', since: '2024-01-01', until: '2026-06-30' },
  { apartment: 1, role: 'renter', since: '2026-07-01', until: '2026-12-31' },
  { apartment: 2, role: 'renter', since: null, until: '2026-03-31' },
  { apartment: 2, role: 'owner', since: '2026-08-01', until: null },
  { apartment: 4, role: 'building_manager', since: '2020-05-01', until: null },
];

const ids: number[] = [];
const condoIds: number[] = [];

beforeAll(async () => {
  for (const { condo, ...fields } of HOMES) {
    const known = HOMES.findIndex((one) => one.condo === condo);
    const id = condoIds[known] ?? (await insertCondo(api.db, condo));
    condoIds.push(id);
    const apartment = await insertApartment(api.db, id, fields.apartment_number);
    await api.db.update(apartments).set(fields).where(eq(apartments.id, apartment));
    ids.push(apartment);
  }
  for (const { apartment, ...stay } of STAYS) {
    const user_id = await insertUser(api.db, { first_name: 'Person', last_name: stay.role });
    const home = { condo_id: condoIds[apartment] ?? 0, apartment_id: ids[apartment] ?? 0 };
    await api.db.insert(userCondoAssociations).values({ ...home, ...stay, user_id });
  }
});

const places = (rows: ReadonlyArray<{ id: number }>) => rows.map(({ id }) => ids.indexOf(id));

describe('GET /admin/occupancy', () => {
  it('lists apartments with building, people and their states', async () => {
    const { data, pagination } = await getPage({});
    expect(pagination).toEqual({ current_page: 1, total_pages: 1, total: 5 });
    expect(places(data)).toEqual([0, 1, 2, 3, 4]);
    const [first, second] = data;
    const listed = await getList({});
    expect({ ...first, condo_name: undefined, tenancies: undefined }).toEqual(listed[0]);
    expect(first).toMatchObject({ condo_name: 'Aare', apartment_number: '2' });
    expect(first?.tenancies.map(({ name, state }) => [name, state])).toEqual([
      ['Person owner', 'current'],
      ['Person renter', 'past'],
    ]);
    expect(second?.tenancies).toMatchObject([{ since: '2026-07-01', state: 'current' }]);
  });

  it('has the states of the day on which they are vacant', async () => {
    const { data } = await getPage({ vacant_on: '2026-06-30' });
    // Apartment 4 has a manager alone.
    expect(places(data)).toEqual([1, 2, 3, 4]);
    expect(data[0]?.tenancies).toMatchObject([{ state: 'coming' }]);
  });

  it('shows the last page for one past the end', async () => {
    const { data, pagination } = await getPage({ page: 9, page_size: 2 });
    expect(pagination).toEqual({ current_page: 3, total_pages: 3, total: 5 });
    expect(places(data)).toEqual([4]);
  });

  it.each([
    ['floor', { floor: 0 }],
    ['floor', { floor: 'ground' }],
    ['role', { role: 'super_admin' }],
    ['vacant_on', { vacant_on: '2026-02-30' }],
    ['vacant_on', { vacant_on: '1899-12-31' }],
    ['vacant_on', { vacant_on: '2201-01-01' }],
    ['sort_by', { sort_by: 'notes' }],
    ['sort_order', { sort_order: 'up' }],
    ['condo_id', { condo_id: 'x' }],
    ['page', { page: 0 }],
    ['page_size', { page_size: 101 }],
  ])('rejects an invalid %s: %o', async (field, query) => {
    for (const base of field.startsWith('page') ? ['occupancy'] : ['occupancy', 'apartments']) {
      const { status, errors } = await errorOf(api.call('GET', path(base, query)));
      expect([status, errors?.[0]?.field]).toEqual([422, field]);
    }
  });

  it('names the rule of a day', async () => {
    const message = 'The date must be between 1900-01-01 and 2200-12-31';
    expect(await errorOf(api.call('GET', path('occupancy', { vacant_on: '1899-12-31' })))).toEqual(
      fieldError('vacant_on', message),
    );
  });

  it('keeps its ETag until something changes: an apartment, a person, or the day', async () => {
    for (const [base, query] of [
      ['occupancy', {}],
      ['apartments', { role: 'renter' }],
    ] as const) {
      now = NOON;
      const read = () => api.call('GET', path(base, query));
      const tag = (await read()).headers.get('etag');
      const again = { 'if-none-match': must(tag, 'etag') };
      expect((await api.call('GET', path(base, query), undefined, again)).status).toBe(304);
      now = new Date('2026-07-01T22:00:00Z');
      expect((await api.call('GET', path(base, query), undefined, again)).status).toBe(200);
      now = NOON;
      await api.db.update(userCondoAssociations).set({ note: `${base} changed` });
      expect((await read()).headers.get('etag')).not.toBe(tag);
    }
    const before = (await api.call('GET', path('occupancy', {}))).headers.get('etag');
    await api.db.update(users).set({ last_name: 'Other' }).where(eq(users.id, api.adminId));
    expect((await api.call('GET', path('occupancy', {}))).headers.get('etag')).not.toBe(before);
  });
});

/** Position of each apartment that the query wants, in its order: what SQL has to answer. */
function expected(query: Query): number[] {
  const day = `${query.vacant_on ?? '2026-07-01'}`;
  const isOccupied = (place: number) =>
    STAYS.some(
      ({ apartment, role, since, until }) =>
        apartment === place &&
        (query.role ? query.role === role : role !== 'building_manager') &&
        (since === null || since <= day) &&
        (until === null || until >= day),
    );
  const by = `${query.sort_by ?? 'condo_name'}`;
  const sign = query.sort_order === 'desc' ? -1 : 1;
  const valueOf = (place: number) => {
    const home = must(HOMES[place], 'home');
    const { condo, floor_number, bedrooms, sqmt, apartment_number } = home;
    if (by === 'condo_name') return condo === 'Aare' ? 0 : 1;
    if (by === 'apartment_number') return Number(apartment_number);
    return { floor_number, bedrooms, sqmt }[by] ?? null;
  };
  return HOMES.flatMap(({ apartment_number, floor_number }, place) => {
    if (query.search && !apartment_number.includes(`${query.search}`)) return [];
    if (query.condo_id && condoIds[place] !== query.condo_id) return [];
    if (query.floor && floor_number !== query.floor) return [];
    if (query.vacant_on) return isOccupied(place) ? [] : place;
    return query.role && !isOccupied(place) ? [] : place;
  }).toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === other) return a - b;
    if (one === null || other === null) return one === null ? 1 : -1;
    return sign * (one - other);
  });
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

it('both calls have the same apartments for any filters and order, page after page', async () => {
  const queries = fc.record(
    {
      search: maybe(fc.constantFrom('1', '2')),
      condo_id: maybe(fc.nat(1).map((at) => condoIds[at * 2] ?? 0)),
      floor: maybe(fc.constantFrom(1, 2, 12, 13)),
      role: maybe(fc.constantFrom('owner', 'renter', 'building_manager', '')),
      vacant_on: maybe(
        fc.constantFrom('2026-03-31', '2026-04-01', '2026-06-30', '2026-07-01', '2026-08-01'),
      ),
      sort_by: maybe(
        fc.constantFrom('condo_name', 'apartment_number', 'floor_number', 'bedrooms', 'sqmt'),
      ),
      sort_order: maybe(fc.constantFrom('asc', 'desc')),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(queries, fc.integer({ min: 1, max: 3 }), async (sent, page_size) => {
      const query = Object.fromEntries(
        Object.entries(sent).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        ),
      );
      expect(places(await getList(query))).toEqual(expected(query));
      const paged: number[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { data, pagination } = await getPage({ ...query, page, page_size });
        pages = pagination.total_pages;
        paged.push(...places(data));
        expect(pagination.total).toBe(expected(query).length);
      }
      expect(paged).toEqual(expected(query));
    }),
    { numRuns: 30 },
  );
});
