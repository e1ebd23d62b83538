import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { historyChanges } from '~/platform/database/schema/history';
import { setAsideFindings } from '~/platform/database/schema/operations';
import {
  apartments,
  invitations,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { moveSchema } from '~/checks/answers';
import type { FindingKind } from '~/checks/schema';
import { apiPerTest, insertUser } from '../../support/api';
import { insertApartment } from '../../support/places';
import { CHECK_PATH, portfolioCheckCalls } from '../../support/portfolio-check';

/** Noon in Zürich, unless a test sets another time. */
let now = new Date('2026-07-01T10:00:00Z');
const api = apiPerTest({ clock: () => now });

const { counts, list, first, aSoundCondo } = portfolioCheckCalls(() => api);

let home: { condo_id: number; apartment_id: number };
let anna: number;
let luca: number;

beforeEach(async () => {
  now = new Date('2026-07-01T10:00:00Z');
  const condo_id = await aSoundCondo();
  home = { condo_id, apartment_id: await insertApartment(api.db, condo_id, '4A') };
  anna = await insertUser(api.db, { first_name: 'Anna', last_name: 'Rossi', email: 'a@x.ch' });
  luca = await insertUser(api.db, { first_name: 'Luca', last_name: 'Favre', email: 'l@x.ch' });
});

type Days = Partial<typeof userCondoAssociations.$inferInsert>;

/** An association of the apartment, a renter's unless told otherwise. */
async function begin(user_id: number, days: Days = {}): Promise<number> {
  const values = { ...home, user_id, role: 'renter', ...days } as const;
  const [row] = await api.db
    .insert(userCondoAssociations)
    .values(values)
    .returning({ id: userCondoAssociations.id });
  return row?.id ?? 0;
}

const change = (id: number, days: Days) =>
  api.db.update(userCondoAssociations).set(days).where(eq(userCondoAssociations.id, id));

/** The number of open findings, without counting all kinds. */
const countOf = async (kind: FindingKind, query = '') => (await list(kind, query)).length;

const countVacant = (day: string) => countOf('empty_apartment', `?as_of=${day}`);

const states = async (kind: FindingKind, query = '') =>
  (await list(kind, query)).map(({ state }) => state);

async function dismiss(kind: FindingKind, reason = 'Shared'): Promise<number> {
  const { record, state } = await first(kind);
  await api.call('PUT', `${CHECK_PATH}/${kind}/${record.id}`, { state, reason });
  expect([await countOf(kind), await countOf(kind, '?set_aside=true')]).toEqual([0, 1]);
  return record.id;
}

describe('apartments without a resident', () => {
  it('are those of the day that is asked for', async () => {
    await begin(anna, { since: '2026-02-01', until: '2026-07-31' });
    expect(await countVacant('2026-01-31')).toBe(1);
    expect(await countVacant('2026-02-01')).toBe(0);
    expect(await countVacant('2026-07-31')).toBe(0);
    expect(await countVacant('2026-08-01')).toBe(1);
    expect(await list('empty_apartment')).toEqual([]);
    const past = await api.call('GET', `${CHECK_PATH}/empty_apartment?as_of=1899-12-31`);
    expect(past.status).toBe(422);
  });

  it('follow the day of TIME_ZONE', async () => {
    await begin(anna, { until: '2026-07-01' });
    now = new Date('2026-07-01T21:59:00Z');
    expect(await counts()).not.toHaveProperty('empty_apartment');
    now = new Date('2026-07-01T22:00:00Z');
    expect(await counts()).toHaveProperty('empty_apartment', 1);
  });
});

describe('several people of one role in an apartment', () => {
  it('are one finding for each apartment and role, which names all', async () => {
    const third = await insertUser(api.db, { first_name: 'Ida', last_name: 'Keller' });
    await begin(luca, { since: '2026-05-01' });
    await begin(anna, { until: '2026-06-30' });
    await begin(third, { since: '2026-06-30', until: '2026-09-30' });
    await begin(anna, { role: 'owner', since: '2020-01-01' });
    expect(await countOf('several_owners')).toBe(0);
    expect(await list('several_renters')).toMatchObject([
      {
        record: { kind: 'apartment', id: home.apartment_id, name: '4A, Seeblick' },
        condo_id: home.condo_id,
        state: `${anna},${luca},${third} /2026-06-30,2026-05-01/,2026-06-30/2026-09-30`,
        others: [
          { id: anna, name: 'Anna Rossi (a@x.ch)' },
          { id: luca, name: 'Luca Favre (l@x.ch)' },
          { id: third },
        ],
      },
    ]);
    await begin(luca, { role: 'owner', since: '2030-01-01' });
    expect(await countOf('several_owners')).toBe(1);
  });

  it('are none without an overlap, in two apartments, or if nothing is known of who came when', async () => {
    const other = await insertApartment(api.db, home.condo_id, '5');
    await begin(anna, { until: '2026-06-30' });
    await begin(luca, { since: '2026-07-01' });
    await begin(anna, { since: '2026-07-01', apartment_id: other });
    // A couple of before the days were kept, of whom one leaves.
    const old = await insertApartment(api.db, home.condo_id, '6');
    await begin(anna, { apartment_id: old });
    const leaving = await begin(luca, { apartment_id: old });
    await change(leaving, { until: '2026-12-31' });
    expect(await countOf('several_renters')).toBe(0);
    // The one of before was not ended when the next one came.
    await begin(await insertUser(api.db), { apartment_id: old, since: '2026-06-01' });
    expect(await first('several_renters')).toMatchObject({ record: { id: old } });
  });

  it('past and coming ones overlap too', async () => {
    await begin(anna, { since: '2001-01-01', until: '2001-12-31' });
    await begin(luca, { since: '2001-12-31', until: '2002-12-31' });
    expect(await countOf('several_renters')).toBe(1);
    await begin(anna, { since: '2150-01-01', role: 'owner' });
    await begin(luca, { since: '2160-01-01', role: 'owner' });
    expect(await countOf('several_owners')).toBe(1);
  });

  it('are marked as shared until people or days change', async () => {
    const earlier = await begin(anna, { since: '2026-01-01' });
    await begin(luca, { since: '2026-02-01' });
    await dismiss('several_renters');
    await change(earlier, { until: '2026-12-31' });
    expect(await countOf('several_renters')).toBe(1);
    await dismiss('several_renters');
    await begin(await insertUser(api.db), { since: '2026-03-01' });
    expect(await countOf('several_renters')).toBe(1);
  });

  it('what was said of them goes when one is erased', async () => {
    await begin(anna, { since: '2026-01-01', until: '2026-06-30' });
    await begin(luca, { since: '2026-02-01', until: '2026-06-30' });
    await dismiss('several_renters', 'Anna and Luca are a couple');
    await api.db.update(users).set({ is_active: false }).where(eq(users.id, luca));
    expect((await api.call('DELETE', `/admin/personal-data/${luca}`)).status).toBe(204);
    expect(await api.db.$count(setAsideFindings)).toBe(0);
  });
});

describe('moves that are not reported', () => {
  it.each([
    ['2026-06-16', 0],
    ['2026-06-17', 1],
    ['2026-07-01', 1],
    ['2026-07-02', 0],
  ])('in on %s: %i', async (since, count) => {
    await begin(anna, { since });
    expect(await countOf('unreported_move')).toBe(count);
  });

  it.each([
    ['2026-06-16', 0],
    ['2026-06-17', 1],
    ['2026-07-01', 1],
    ['2026-07-02', 0],
  ])('out on %s: %i', async (until, count) => {
    await begin(anna, { until });
    expect(await countOf('unreported_move')).toBe(count);
  });

  it('are of owners and renters, by the last move of each', async () => {
    const role = 'owner';
    const id = await begin(anna, { since: '2026-06-20', until: '2026-06-30', role });
    await begin(luca, { since: '2026-06-20', role: 'building_manager' });
    expect(await list('unreported_move')).toMatchObject([
      {
        record: { kind: 'association', id, name: 'Anna Rossi (a@x.ch), 4A, Seeblick' },
        condo_id: home.condo_id,
        state: 'Moved out on 2026-06-30',
      },
    ]);
    await change(id, { until: null });
    expect(await states('unreported_move')).toEqual(['Moved in on 2026-06-20']);
  });

  it.each([
    // A report before the end is that of the beginning, unless it is close to the end.
    ['in, before it', { since: '2026-06-20', reported_on: '2026-06-01' }, 0],
    ['in, after it', { since: '2026-06-20', reported_on: '2026-06-25' }, 0],
    ['out, long before', { until: '2026-06-30', reported_on: '2026-06-15' }, 1],
    ['out, ahead', { until: '2026-06-30', reported_on: '2026-06-16' }, 0],
    ['out, on the day', { until: '2026-06-30', reported_on: '2026-06-30' }, 0],
    [
      'in of a short stay',
      { since: '2026-06-10', until: '2026-06-30', reported_on: '2026-06-24' },
      1,
    ],
    [
      'out of a short stay, ahead',
      { since: '2026-06-10', until: '2026-06-30', reported_on: '2026-06-25' },
      0,
    ],
    [
      'out of a stay of a week',
      { since: '2026-06-20', until: '2026-06-27', reported_on: '2026-06-27' },
      0,
    ],
    [
      'in of a stay of a week',
      { since: '2026-06-20', until: '2026-06-27', reported_on: '2026-06-26' },
      1,
    ],
  ])('reported: %s', async (_what, days, count) => {
    await begin(anna, days);
    expect(await countOf('unreported_move')).toBe(count);
  });

  it('who stays in the apartment does not move; inside the house it is one move', async () => {
    const other = await insertApartment(api.db, home.condo_id, '7');
    await begin(luca, { until: '2026-06-24' });
    await begin(luca, { role: 'owner', since: '2026-06-25' });
    expect(await countOf('unreported_move')).toBe(0);
    await begin(anna, { until: '2026-06-24' });
    await begin(anna, { apartment_id: other, since: '2026-06-25' });
    expect(await states('unreported_move')).toEqual(['Moved in on 2026-06-25']);
    const moves = await api.read(moveSchema.array(), 'GET', '/admin/moves');
    expect(moves).toMatchObject([{ apartment_number: '7', from_apartment: '4A' }]);
  });

  it('are cured by the day of the report, and come back without it', async () => {
    const id = await begin(anna, { since: '2026-06-25' });
    const put = (reported_on: string | null) =>
      api.call('PUT', `/admin/user-condo-associations/${id}`, { reported_on });
    await put('2026-07-01');
    expect(await countOf('unreported_move')).toBe(0);
    await put(null);
    expect(await countOf('unreported_move')).toBe(1);
  });

  it('can be dismissed and reopened; the history of the person has it, and loses it with them', async () => {
    const association = await begin(anna, { since: '2026-06-25', until: '2026-06-30' });
    await dismiss('unreported_move', 'Anna is on holiday');
    await api.call('DELETE', `${CHECK_PATH}/unreported_move/${association}`);
    expect(await countOf('unreported_move')).toBe(1);
    await dismiss('unreported_move', 'Anna is on holiday');
    await api.db.update(users).set({ is_active: false }).where(eq(users.id, anna));
    await api.call('DELETE', `/admin/personal-data/${anna}`);
    expect(await api.db.$count(setAsideFindings)).toBe(0);
    const kept = await api.db
      .select()
      .from(historyChanges)
      .where(eq(historyChanges.what, 'set_aside'));
    expect(kept).toMatchObject([{ user_id: anna }, { user_id: anna }]);
    expect(JSON.stringify(kept)).not.toMatch(/Anna|a@x\.ch/);
  });
});

describe('what comes within 14 days', () => {
  it('are moves from tomorrow on, each association by its next one', async () => {
    await begin(anna, { since: '2026-07-02', until: '2026-07-15' });
    await begin(luca, { until: '2026-07-15' });
    await begin(await insertUser(api.db), { since: '2026-07-16' });
    await begin(await insertUser(api.db), { since: '2026-07-01' });
    expect(await states('coming_move')).toEqual([
      'Moves in on 2026-07-02',
      'Moves out on 2026-07-15',
    ]);
    now = new Date('2026-07-01T22:00:00Z');
    expect(await states('coming_move')).toEqual([
      'Moves out on 2026-07-15',
      'Moves out on 2026-07-15',
      'Moves in on 2026-07-16',
    ]);
  });

  it('are apartments that become vacant without a successor', async () => {
    await begin(anna, { until: '2026-07-10' });
    const last = await begin(luca, { until: '2026-07-15' });
    expect(await states('coming_vacancy')).toEqual(['Vacant after 2026-07-15']);
    await change(last, { until: '2026-07-16' });
    expect(await states('coming_vacancy')).toEqual([]);
    now = new Date('2026-07-01T22:00:00Z');
    expect(await states('coming_vacancy')).toEqual(['Vacant after 2026-07-16']);
    const next = await begin(luca, { since: '2026-08-01' });
    expect(await states('coming_vacancy')).toEqual([]);
    await change(next, { role: 'building_manager' });
    expect(await states('coming_vacancy')).toHaveLength(1);
    await change(last, { until: null });
    expect(await states('coming_vacancy')).toEqual([]);
  });

  it('have an owner who has let them: no successor, but who comes after the renter is one', async () => {
    const renter = await begin(anna, { until: '2026-07-10' });
    const owner = await begin(luca, { role: 'owner' });
    const vacant = ['Vacant after 2026-07-10'];
    expect(await states('coming_vacancy')).toEqual(vacant);
    expect(await states('empty_apartment', '?as_of=2026-07-11')).toEqual([]);
    // A buyer while the renter is there, and one who moves in.
    await change(owner, { since: '2026-07-10' });
    expect(await states('coming_vacancy')).toEqual(vacant);
    await change(owner, { since: '2026-07-11' });
    expect(await states('coming_vacancy')).toEqual([]);
    // Where nobody rents, the owner lives there.
    await change(renter, { since: '2026-06-01', until: '2026-06-30' });
    await change(owner, { since: null, until: '2026-07-15' });
    expect(await states('coming_vacancy')).toEqual(['Vacant after 2026-07-15']);
    await change(renter, { since: '2026-07-16', until: null });
    expect(await states('coming_vacancy')).toEqual([]);
  });

  it('are under way by an invitation of who will live there', async () => {
    await begin(anna, { until: '2026-07-10' });
    const expires_at = new Date('2026-07-20T10:00:00Z');
    const invited = { ...home, email: 'next@example.com', role: 'owner', expires_at };
    await api.db.insert(invitations).values(invited);
    expect((await counts()).coming_vacancy).toBe(1);
    for (const next of [{ since: '2026-07-11' }, { since: null, role: 'renter' }]) {
      await api.db.update(invitations).set(next);
      expect((await counts()).coming_vacancy).toMatchObject({ count: 0, under_way: 1 });
    }
  });

  it('a vacant apartment is no coming one', async () => {
    await begin(anna, { until: '2026-06-30' });
    await begin(luca, { since: '2026-07-03', until: '2026-07-05' });
    expect(await countOf('coming_vacancy')).toBe(0);
  });
});

describe('GET /admin/moves', () => {
  it('has what communes ask for, by building and apartment', async () => {
    await api.db.update(apartments).set({ floor_number: 2, bedrooms: 3.5 });
    const id = await begin(anna, { since: '2026-06-17', reported_on: '2026-06-20' });
    await begin(luca, { since: '2020-01-01', until: '2026-07-15', role: 'owner' });
    // Neither within 14 days, nor a resident.
    await begin(luca, { since: '2026-07-18' });
    await begin(luca, { since: '2026-07-01', role: 'building_manager' });
    const moves = await api.read(moveSchema.array(), 'GET', '/admin/moves');
    expect(moves).toMatchObject([
      {
        id,
        user_id: anna,
        name: 'Anna Rossi',
        email: 'a@x.ch',
        role: 'renter',
        since: '2026-06-17',
        until: null,
        reported_on: '2026-06-20',
        condo_id: home.condo_id,
        condo_name: 'Seeblick',
        apartment_number: '4A',
        floor_number: 2,
        bedrooms: 3.5,
        from_apartment: null,
      },
      { name: 'Luca Favre', role: 'owner', until: '2026-07-15' },
    ]);
  });

  it('can be of some associations, or of a building', async () => {
    const ids: number[] = [];
    for (const user of [anna, luca]) ids.push(await begin(user, { since: '2026-07-01' }));
    const idsOf = async (query: string) =>
      (await api.read(moveSchema.array(), 'GET', `/admin/moves?${query}`)).map(({ id }) => id);
    expect(await idsOf(`ids=${ids[1]}`)).toEqual([ids[1]]);
    expect(await idsOf(`ids=${ids.join(',')}`)).toEqual(ids);
    expect(await idsOf(`condo_id=${home.condo_id}`)).toEqual(ids);
    expect(await idsOf(`condo_id=${home.condo_id + 1}`)).toEqual([]);
    expect((await api.call('GET', '/admin/moves?ids=1;2')).status).toBe(422);
  });
});
