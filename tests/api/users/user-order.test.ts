import type { Role } from '~/users/roles';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { userListSchema } from '~/users/schema';
import { userName } from '~/users/user-text';
import { apiPerFile, insertUser } from '../../support/api';
import { insertAssociation, insertCondo } from '../../support/places';
import { must } from '../../support/must';

/** Noon in Zürich. */
const api = apiPerFile({ clock: () => new Date('2026-07-01T10:00:00Z') });

type Query = Record<string, string | number>;

function path(query: Query): string {
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]);
  return `/admin/users?${new URLSearchParams(text)}`;
}

const getPage = (query: Query) => api.read(userListSchema, 'GET', path(query));

/** Everybody of a query, page after page. */
async function readIds(query: Query): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, total = 1; page <= total; page += 1) {
    const { data, pagination } = await getPage({ ...query, page });
    expect(pagination.current_page).toBe(page);
    total = pagination.total_pages;
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

/** People in the order in which they joined. `joined` is an hour of one day. */
const PEOPLE = [
  { first_name: 'Zoë', last_name: 'Adler', email: 'zoe@ordered.ch', joined: 9 },
  { first_name: null, last_name: null, email: 'Änne@ordered.ch', joined: 3 },
  { first_name: 'Ägidius', last_name: 'Müller', email: 'aegidius@ordered.ch', joined: 3 },
  { first_name: 'Annabel', last_name: null, email: 'anna.b@ordered.ch', joined: 1 },
  { first_name: null, last_name: 'Berg', email: 'Berg@ordered.ch', joined: 9 },
  { first_name: 'Zoe', last_name: 'Adler', email: 'zoe.a@ordered.ch', joined: 5 },
  { first_name: 'anna', last_name: 'Meier', email: 'Anna@ordered.ch', joined: 4 },
  { first_name: '', last_name: '', email: 'nobody@ordered.ch', joined: 2 },
  { first_name: 'Öykü', last_name: 'Ay', email: 'oykue@ordered.ch', joined: 6 },
  { first_name: 'Olga', last_name: '', email: 'olga@ordered.ch', joined: 7 },
  { first_name: 'Zoe', last_name: 'Adler', email: 'zoe.b@ordered.ch', joined: 8 },
  { first_name: 'Anna', last_name: null, email: 'anna-c@ordered.ch', joined: 9 },
];

const NAMED = [
  'Ägidius Müller',
  'Anna',
  'anna Meier',
  'Annabel',
  'Berg',
  'Olga',
  'Öykü Ay',
  'Zoe Adler',
  'Zoe Adler',
  'Zoë Adler',
];

const EMAILS = [
  'aegidius@ordered.ch',
  'anna-c@ordered.ch',
  'anna.b@ordered.ch',
  'Anna@ordered.ch',
  'Änne@ordered.ch',
  'Berg@ordered.ch',
  'nobody@ordered.ch',
  'olga@ordered.ch',
  'oykue@ordered.ch',
  'zoe.a@ordered.ch',
  'zoe.b@ordered.ch',
  'zoe@ordered.ch',
];

/** Positions in PEOPLE by hour, those of one hour as they came. */
const BY_HOUR = [3, 7, 1, 2, 6, 5, 8, 9, 10, 0, 4, 11];

const ids: number[] = [];
beforeAll(async () => {
  for (const { joined, ...person } of PEOPLE) {
    const created_at = new Date(Date.UTC(2026, 0, 1, joined));
    ids.push(await insertUser(api.db, { ...person, created_at }));
  }
});

const ordered = async (query: Query) =>
  (await getPage({ search: 'ordered.ch', page_size: 100, ...query })).data;

const idsAt = (...positions: number[]) => positions.map((position) => ids[position]);
const inOrder = async (query: Query) => (await ordered(query)).map(({ id }) => id);
const joined = (sort_order: string) => inOrder({ sort_by: 'created_at', sort_order });
const emails = async (sort_order: string) =>
  (await ordered({ sort_by: 'email', sort_order })).map(({ email }) => email);
const tagOf = async (query: Query) =>
  (await api.call('GET', path(query))).headers.get('etag') ?? '';
const findIds = async (query: Query) =>
  (await ordered(query)).map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);

describe('GET /admin/users sorts', () => {
  it('by the name that the list shows, people without one last, both ways', async () => {
    const up = await ordered({ sort_by: 'name' });
    expect(up.map(userName)).toEqual([...NAMED, '', '']);
    const down = await ordered({ sort_by: 'name', sort_order: 'desc' });
    expect(down.map(userName)).toEqual([...NAMED.toReversed(), '', '']);
    const idsOf = (people: typeof up, name: string) =>
      people.filter((person) => userName(person) === name).map(({ id }) => id);
    expect(idsOf(up, 'Zoe Adler')).toEqual(idsAt(5, 10));
    expect(idsOf(up, '')).toEqual(idsAt(1, 7));
    expect(idsOf(down, 'Zoe Adler')).toEqual(idsAt(10, 5));
    expect(idsOf(down, '')).toEqual(idsAt(7, 1));
  });

  it('by e-mail, both ways', async () => {
    expect(await emails('asc')).toEqual(EMAILS);
    expect(await emails('desc')).toEqual(EMAILS.toReversed());
  });

  it('by the time they joined, those of one moment by id, both ways', async () => {
    const expected = BY_HOUR.map((position) => ids[position]);
    expect(await joined('asc')).toEqual(expected);
    expect(await joined('desc')).toEqual(expected.toReversed());
  });

  it('by id unless told otherwise', async () => {
    expect(await inOrder({})).toEqual(ids);
    expect(await inOrder({ sort_order: 'asc' })).toEqual(ids);
    expect(await inOrder({ sort_by: 'id' })).toEqual(ids);
    expect(await inOrder({ sort_order: 'desc' })).toEqual(ids.toReversed());
    expect(await inOrder({ sort_by: 'id', sort_order: 'desc' })).toEqual(ids.toReversed());
  });

  it('people after an id by id, whatever the sort', async () => {
    const after = must(ids[3], 'id');
    const following = await ordered({ after_id: after, sort_by: 'name', sort_order: 'desc' });
    expect(following.map(({ id }) => id)).toEqual(ids.slice(4));
  });

  it('with a tag of its own for each order and role', async () => {
    const byName = await tagOf({ sort_by: 'name' });
    const known = { 'if-none-match': byName };
    const statusOf = async (query: Query) =>
      (await api.call('GET', path(query), undefined, known)).status;
    expect(await statusOf({ sort_by: 'name' })).toBe(304);
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ sort_by: 'name', sort_order: 'desc' })).toBe(200);
    expect(await statusOf({ sort_by: 'email' })).toBe(200);
    expect(await statusOf({ sort_by: 'name', role: 'owner' })).toBe(200);
  });
});

describe('the role of GET /admin/users', () => {
  let condo: number;
  let other: number;
  const associate = (position: number, role: Role, condo_id = condo, days: object = {}) =>
    api.db.insert(userCondoAssociations).values({
      user_id: must(ids[position], 'id'),
      condo_id,
      role,
      ...days,
    });

  beforeAll(async () => {
    condo = await insertCondo(api.db, 'Seeblick');
    other = await insertCondo(api.db, 'Rosengarten');
    await associate(0, 'owner');
    await associate(0, 'renter', other);
    await associate(1, 'renter');
    await associate(2, 'building_manager', other);
    await associate(3, 'owner', other);
    await associate(3, 'renter');
    // Ended the day before, and not begun yet; the last and the first day count.
    await associate(4, 'renter', condo, { until: '2026-06-30' });
    await associate(5, 'renter', condo, { since: '2026-07-02' });
    await associate(6, 'renter', condo, { until: '2026-07-01' });
    await associate(7, 'renter', condo, { since: '2026-07-01' });
  });

  it('is one that people have today, in any building', async () => {
    expect(await findIds({ role: 'renter' })).toEqual([0, 1, 3, 6, 7]);
    expect(await findIds({ role: 'owner' })).toEqual([0, 3]);
    expect(await findIds({ role: 'building_manager' })).toEqual([2]);
    expect(await findIds({ role: 'super_admin' })).toEqual([]);
    expect(await findIds({ role: '' })).toHaveLength(PEOPLE.length);
  });

  it('is one in that building where one is named', async () => {
    expect(await findIds({ role: 'renter', condo_id: condo })).toEqual([1, 3, 6, 7]);
    expect(await findIds({ role: 'renter', condo_id: other })).toEqual([0]);
    expect(await findIds({ role: 'owner', condo_id: other })).toEqual([3]);
    expect(await findIds({ condo_id: other })).toEqual([0, 2, 3]);
  });

  it('counts a person once who has it twice', async () => {
    await insertAssociation(api.db, {
      user_id: must(ids[2], 'id'),
      condo_id: condo,
      role: 'owner',
    });
    await insertAssociation(api.db, {
      user_id: must(ids[2], 'id'),
      condo_id: other,
      role: 'owner',
    });
    const page = await getPage({ role: 'owner', with_total: 'true' });
    expect(page.pagination.total).toBe(3);
    expect(page.data.map(({ id }) => ids.indexOf(id))).toEqual([0, 2, 3]);
  });

  it('goes with every sort', async () => {
    const query = { role: 'renter', condo_id: condo, sort_by: 'name' };
    const names = (await ordered(query)).map(userName);
    expect(names).toEqual(['anna Meier', 'Annabel', '', '']);
    const down = (await ordered({ ...query, sort_order: 'desc' })).map(userName);
    expect(down).toEqual(['Annabel', 'anna Meier', '', '']);
  });
});

describe('pages of a sorted list', () => {
  const FIRST = ['Anna', 'anna', 'Ärne', '', null];
  const LAST = ['Meier', 'Müller', 'Ägeri', '', null];

  it('are the parts of one list, across ties, with and without a filter', async () => {
    await api.db.insert(users).values(
      Array.from({ length: 60 }, (_, at) => ({
        email: `tied${at}@paged.ch`,
        first_name: FIRST[at % 5] ?? null,
        last_name: LAST[Math.floor(at / 5) % 5] ?? null,
        created_at: new Date(Date.UTC(2026, 0, 1, at % 3)),
      })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('id', 'name', 'email', 'created_at'),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom({}, { search: 'paged.ch' }, { search: 'anna' }, { role: 'renter' }),
        fc.integer({ min: 3, max: 30 }),
        async (sort_by, sort_order, filter, page_size) => {
          const query = { ...filter, sort_by, sort_order };
          const whole = (await getPage({ ...query, page_size: 100 })).data.map(({ id }) => id);
          const unsorted = await readIds({ ...filter, page_size: 100 });
          expect(whole.toSorted((a, b) => a - b)).toEqual(unsorted);
          expect(await readIds({ ...query, page_size })).toEqual(whole);
          const beyond = await getPage({ ...query, page_size, page: 99 });
          const rest = whole.length % page_size || page_size;
          expect(beyond.data.map(({ id }) => id)).toEqual(whole.slice(-rest));
        },
      ),
      { numRuns: 25 },
    );
  });
});
