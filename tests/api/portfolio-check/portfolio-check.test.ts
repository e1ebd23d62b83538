import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setAsideFindings } from '~/api/db/operations-schema';
import { condos, invitations, users } from '~/api/db/schema';
import { comparedName, swissLocalities } from '~/api/portfolio-check/localities/localities';
import type { FindingKind } from '~/contract/portfolio-check';
import {
  findingCountsSchema,
  findingPageSchema,
  type Finding,
} from '~/contract/portfolio-check-schemas';
import { apiErrorSchema } from '~/contract/error';
import { historyPageSchema } from '~/contract/history-schemas';
import { createTestApi, insertUser, type TestApi } from '../../support/api';
import { aCondo } from '../../support/builders';
import { must } from '../../support/must';
import { insertApartment, insertAssociation } from '../../support/places';

const PATH = '/admin/portfolio-check';
const DAY_MS = 24 * 60 * 60_000;

let now: Date;
let api: TestApi;
beforeEach(async () => {
  now = new Date();
  api = await createTestApi({ clock: () => now });
});
afterEach(() => api.close());

/** The numbers of findings that are not 0, and of those put aside. */
async function counts() {
  const all = findingCountsSchema.parse(await (await api.call('GET', PATH)).json());
  const found = all.filter(({ count, set_aside }) => count + set_aside > 0);
  return Object.fromEntries(
    found.map(({ kind, count, set_aside }) => [kind, set_aside > 0 ? [count, set_aside] : count]),
  );
}

async function list(kind: FindingKind, query = ''): Promise<Finding[]> {
  const response = await api.call('GET', `${PATH}/${kind}${query}`);
  return findingPageSchema.parse(await response.json()).findings;
}

async function first(kind: FindingKind): Promise<Finding> {
  return must((await list(kind))[0], kind);
}

async function insertCondo(fields: Partial<typeof condos.$inferInsert>): Promise<number> {
  const values = { ...aCondo(), image_name: 'a.webp', number_of_units: null, ...fields };
  const [row] = await api.db.insert(condos).values(values).returning({ id: condos.id });
  return must(row, 'building').id;
}

const url = (kind: FindingKind, id: number) => `${PATH}/${kind}/${id}`;

/** A building without findings, but for those of `fields`. */
async function aSoundCondo(fields: Partial<typeof condos.$inferInsert> = {}): Promise<number> {
  const id = await insertCondo(fields);
  const user_id = await insertUser(api.db);
  await insertAssociation(api.db, { user_id, condo_id: id, role: 'building_manager' });
  return id;
}

describe('each finding is there by data that has it, and gone when it is cured', () => {
  it('declared units against apartments entered', async () => {
    const id = await aSoundCondo({ name: 'Lac', number_of_units: 1 });
    expect(await counts()).toEqual({ unit_count: 1 });
    expect(await list('unit_count')).toEqual([
      {
        record: { kind: 'condo', id, name: 'Lac' },
        condo_id: id,
        state: '1 declared, 0 entered',
        others: [],
        set_aside: null,
      },
    ]);
    const apartment_id = await insertApartment(api.db, id);
    const user_id = await insertUser(api.db);
    await insertAssociation(api.db, { user_id, condo_id: id, apartment_id, role: 'renter' });
    expect(await counts()).toEqual({});
  });

  it('apartments without a resident: a manager is none', async () => {
    const condo_id = await aSoundCondo();
    const apartment_id = await insertApartment(api.db, condo_id, '4A');
    const user_id = await insertUser(api.db);
    const place = { user_id, condo_id, apartment_id };
    await insertAssociation(api.db, { ...place, role: 'building_manager' });
    expect(await counts()).toEqual({ empty_apartment: 1 });
    expect(await first('empty_apartment')).toMatchObject({
      record: { kind: 'apartment', id: apartment_id, name: '4A, Seeblick' },
      condo_id,
    });
    const owner = await insertUser(api.db);
    await insertAssociation(api.db, { ...place, user_id: owner, role: 'owner' });
    expect(await counts()).toEqual({});
  });

  it('buildings without a manager', async () => {
    const id = await insertCondo({});
    const owner = await insertUser(api.db);
    await insertAssociation(api.db, { user_id: owner, condo_id: id, role: 'owner' });
    expect(await counts()).toEqual({ building_without_manager: 1 });
    const manager = await insertUser(api.db);
    const place = { user_id: manager, condo_id: id, role: 'building_manager' };
    await insertAssociation(api.db, place);
    expect(await counts()).toEqual({});
  });

  it('people without an association, but administrators and inactive people', async () => {
    const id = await insertUser(api.db, { email: 'alone@example.com' });
    await insertUser(api.db, { is_active: false });
    expect(await counts()).toEqual({ person_without_association: 1 });
    expect(await first('person_without_association')).toMatchObject({
      record: { kind: 'user', id, name: 'alone@example.com' },
      condo_id: null,
    });
    const condo_id = await insertCondo({});
    await insertAssociation(api.db, { user_id: id, condo_id, role: 'building_manager' });
    expect(await counts()).toEqual({});
  });

  it.each([
    ['The e-mail failed', { mail_state: 'failed' }],
    ['Expired', { expires_at: new Date(0) }],
    ['Older than 14 days', { created_at: new Date(Date.now() - 15 * DAY_MS) }],
  ])('invitations: %s', async (state, fields) => {
    const condo_id = await aSoundCondo();
    const expires_at = new Date(now.getTime() + DAY_MS);
    const fresh = { email: 'new@example.com', role: 'owner', condo_id, expires_at };
    await api.db.insert(invitations).values({ ...fresh, email: 'other@example.com' });
    const [row] = await api.db
      .insert(invitations)
      .values({ ...fresh, ...fields })
      .returning({ id: invitations.id });
    expect(await counts()).toEqual({ open_invitation: 1 });
    expect(await first('open_invitation')).toMatchObject({
      record: { kind: 'invitation', id: row?.id, name: 'new@example.com' },
      condo_id,
      state,
    });
    await api.db.update(invitations).set({ status: 'accepted', accepted_at: now });
    expect(await counts()).toEqual({});
  });

  it('the same address written differently', async () => {
    const address = { city: 'Zürich', zip_code: '8002' };
    const one = await aSoundCondo({ ...address, name: 'One', address: 'Seestrasse 11' });
    await aSoundCondo({ ...address, address: 'Seestrasse 1' });
    const two = await aSoundCondo({
      ...address,
      name: 'Two',
      address: 'SEESTR. 11',
      city: 'Zurich',
    });
    const three = await aSoundCondo({ ...address, name: 'Three', address: 'Seestraße 11,' });
    expect(await counts()).toEqual({ duplicate_address: 1 });
    expect(await first('duplicate_address')).toMatchObject({
      record: { kind: 'condo', id: one, name: 'One' },
      others: [
        { id: two, name: 'Two' },
        { id: three, name: 'Three' },
      ],
    });
    await api.db.update(condos).set({ address: 'Bahnhofstrasse 1' }).where(eq(condos.id, two));
    await api.db.update(condos).set({ address: 'Bahnhofstrasse 3' }).where(eq(condos.id, three));
    expect(await counts()).toEqual({});
  });

  it('the same person with two e-mail addresses', async () => {
    const condo_id = await insertCondo({});
    const names = [
      { email: 'zoe@example.com', first_name: 'Zoé', last_name: "O'Neil" },
      { email: 'zoe@example.org', first_name: 'ZOE ', last_name: 'ONeil' },
      // Nothing but a first name is no reason.
      { email: 'a@example.com', first_name: 'Ada', last_name: null },
      { email: 'b@example.com', first_name: 'Ada', last_name: '' },
    ];
    const ids: number[] = [];
    for (const name of names) {
      const user_id = await insertUser(api.db, name);
      await insertAssociation(api.db, { user_id, condo_id, role: 'building_manager' });
      ids.push(user_id);
    }
    expect(await counts()).toEqual({ duplicate_person: 1 });
    const [one, two] = ids;
    expect(await first('duplicate_person')).toMatchObject({
      record: { kind: 'user', id: one },
      others: [{ id: two, name: 'ZOE  ONeil (zoe@example.org)' }],
    });
    await api.call('DELETE', `/admin/users/${two}`);
    expect(await counts()).toEqual({});
  });

  it('postcode, place and canton that contradict each other, in Switzerland', async () => {
    const address = { zip_code: '3011', city: 'Zürich', state: 'ZH', country: 'Schweiz' };
    const id = await aSoundCondo({ ...address, name: 'Other place' });
    await aSoundCondo({ ...address, zip_code: 'CH-8001', city: 'ZURICH', state: 'Berne' });
    await aSoundCondo({ ...address, zip_code: '8022', city: 'Zürich', state: 'be' });
    // As it should be, another country, and what the list does not have.
    await aSoundCondo({ ...address, zip_code: '08001' });
    await aSoundCondo({ ...address, zip_code: '2502', city: 'Biel', state: 'Bern' });
    await aSoundCondo({ ...address, zip_code: '8640', city: 'Rapperswil-Jona', state: 'SG' });
    await aSoundCondo({ ...address, address: 'Ring 1', country: 'Austria' });
    await aSoundCondo({ ...address, zip_code: '0000', city: 'Zürich 8', state: 'Züri' });
    expect(await counts()).toEqual({ place_mismatch: 3 });
    expect(await list('place_mismatch')).toMatchObject([
      {
        record: { id, name: 'Other place' },
        state: '3011 is Bern (BE), not Zürich (ZH)',
        others: [],
      },
      { state: '8001 is Zürich (ZH), not ZURICH (Berne)' },
      { state: 'Zürich is in ZH, not in be' },
    ]);
    await api.db.update(condos).set({ zip_code: '8002', city: 'Zürich', state: 'ZH' });
    expect(await counts()).not.toHaveProperty('place_mismatch');
  });

  it('the list of localities is compared as the database compares', async () => {
    const { places, cantons } = swissLocalities();
    for (const { name } of [places, cantons]) {
      const { rows } = await api.db.execute(sql`
        select name from unnest(${sql.param(name)}::text[]) name where match_text(name) <> name`);
      expect(rows).toEqual([]);
      expect(new Set(name).size).toBe(name.length);
    }
    for (const name of [
      'Zürich',
      'St. Gallen',
      'Unterstrass',
      "Val-d'Illiez",
      'Nufenen (GR)',
      'Bâle',
    ]) {
      const { rows } = await api.db.execute(sql`select match_text(${name}) as name`);
      expect(rows).toEqual([{ name: comparedName(name) }]);
    }
  });

  it('buildings without an image', async () => {
    const id = await aSoundCondo({ image_name: null });
    expect(await counts()).toEqual({ missing_image: 1 });
    await api.db.update(condos).set({ image_name: 'a.webp' }).where(eq(condos.id, id));
    expect(await counts()).toEqual({});
  });
});

describe('a finding that was put aside', () => {
  it('counts apart, until it changes', async () => {
    const id = await aSoundCondo({ number_of_units: 2 });
    const { state } = await first('unit_count');
    const body = { state, reason: ' The others follow ' };
    expect((await api.call('PUT', url('unit_count', id), body)).status).toBe(204);
    expect(await counts()).toEqual({ unit_count: [0, 1] });
    expect(await list('unit_count')).toEqual([]);
    expect(await list('unit_count', '?set_aside=true')).toMatchObject([
      { record: { id }, set_aside: { reason: 'The others follow', at: now.toISOString() } },
    ]);
    await api.db.update(condos).set({ number_of_units: 3 });
    expect(await counts()).toEqual({ unit_count: 1 });
    // Back to what it was, and asked about again.
    await api.db.update(condos).set({ number_of_units: 2 });
    expect(await counts()).toEqual({ unit_count: 1 });
    expect(await api.db.$count(setAsideFindings)).toBe(0);
  });

  it('can be taken back; the history has both, with the reason', async () => {
    const id = await aSoundCondo({ image_name: null });
    const { state } = await first('missing_image');
    await api.call('PUT', url('missing_image', id), { state, reason: 'No camera' });
    expect((await api.call('DELETE', url('missing_image', id))).status).toBe(204);
    expect(await counts()).toEqual({ missing_image: 1 });
    expect((await api.call('DELETE', url('missing_image', id))).status).toBe(404);
    const response = await api.call('GET', `/admin/history?kind=condo&record=${id}`);
    const { entries } = historyPageSchema.parse(await response.json());
    const [back, aside] = entries;
    expect(back?.action).toBe('taken_back');
    expect(aside).toMatchObject({
      action: 'set_aside',
      record: { kind: 'condo', id, name: 'Seeblick' },
      changes: [
        {
          fields: [
            { name: 'finding', old: null, new: 'missing_image' },
            { name: 'reason', old: null, new: 'No camera' },
          ],
        },
      ],
    });
  });

  it('has to be there as it was read, and needs a reason', async () => {
    const id = await aSoundCondo({ number_of_units: 2 });
    const stale = await api.call('PUT', url('unit_count', id), { state: 'old', reason: 'x' });
    expect(stale.status).toBe(409);
    expect(apiErrorSchema.parse(await stale.json()).detail).toContain('has changed');
    const { state } = await first('unit_count');
    const blank = await api.call('PUT', url('unit_count', id), { state, reason: ' ' });
    expect(blank.status).toBe(422);
    expect((await api.call('GET', `${PATH}/nonsense`)).status).toBe(404);
  });
});

it('a long list has pages, and one past the end is the last', async () => {
  await api.db
    .insert(users)
    .values(Array.from({ length: 51 }, (_, index) => ({ email: `p${index}@example.com` })));
  const page = async (number: number) => {
    const response = await api.call('GET', `${PATH}/person_without_association?page=${number}`);
    return findingPageSchema.parse(await response.json());
  };
  const [one, two] = [await page(1), await page(9)];
  expect([one.findings.length, two.findings.length]).toEqual([50, 1]);
  expect(two.pagination).toEqual({ current_page: 2, total_pages: 2 });
});
