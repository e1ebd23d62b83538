import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { condos, invitations } from '~/platform/database/schema/records';
import { comparedName, swissLocalities } from '~/checks/server/localities';
import { insertUser, apiPerTest } from '../../support/api';
import { aCondo } from '../../support/builders';
import { insertApartment, insertAssociation } from '../../support/places';
import { portfolioCheckCalls } from '../../support/portfolio-check';

const DAY_MS = 24 * 60 * 60_000;

const api = apiPerTest();

const { counts, list, first, insertCondo, insertPerson, aSoundCondo } = portfolioCheckCalls(
  () => api,
);

// Each finding is there by data that has it, and gone when it is cured.

it('declared units against apartments entered', async () => {
  const id = await aSoundCondo({ name: 'Lac', number_of_units: 1 });
  expect(await counts()).toEqual({ unit_count: 1 });
  expect(await list('unit_count')).toEqual([
    {
      record: { kind: 'condo', id, name: 'Lac', email: null },
      condo_id: id,
      state: '1 declared, 0 entered',
      others: [],
      under_way: null,
      set_aside: null,
    },
  ]);
  const apartment_id = await insertApartment(api.db, id);
  await insertPerson({ condo_id: id, apartment_id, role: 'renter' });
  expect(await counts()).toEqual({});
});

it('apartments without a resident: a manager is none', async () => {
  const condo_id = await aSoundCondo();
  const apartment_id = await insertApartment(api.db, condo_id, '4A');
  await insertPerson({ condo_id, apartment_id, role: 'building_manager' });
  expect(await counts()).toEqual({ empty_apartment: 1 });
  expect(await first('empty_apartment')).toMatchObject({
    record: { kind: 'apartment', id: apartment_id, name: '4A, Seeblick' },
    condo_id,
  });
  await insertPerson({ condo_id, apartment_id });
  expect(await counts()).toEqual({});
});

it('buildings without a manager', async () => {
  const condo_id = await insertCondo({});
  await insertPerson({ condo_id });
  expect(await counts()).toEqual({ building_without_manager: 1 });
  await insertPerson({ condo_id, role: 'building_manager' });
  expect(await counts()).toEqual({});
});

it('people without an association, but administrators and inactive people', async () => {
  const email = 'alone@example.com';
  const id = await insertUser(api.db, { email, first_name: 'Ada', last_name: 'Alone' });
  await insertUser(api.db, { is_active: false });
  expect(await counts()).toEqual({ person_without_association: 1 });
  expect(await first('person_without_association')).toMatchObject({
    record: { kind: 'user', id, name: 'Ada Alone (alone@example.com)', email },
    condo_id: null,
  });
  const condo_id = await insertCondo({});
  await insertAssociation(api.db, { user_id: id, condo_id, role: 'building_manager' });
  expect(await counts()).toEqual({});
});

it('an invitation that was never mailed has no link that could end', async () => {
  const condo_id = await aSoundCondo();
  const fields = { email: 'new@example.com', role: 'owner', condo_id, expires_at: new Date(0) };
  await api.db.insert(invitations).values({ ...fields, mail_state: 'none' });
  expect(await counts()).toEqual({});
  await api.db.update(invitations).set({ created_at: new Date(Date.now() - 15 * DAY_MS) });
  expect(await first('open_invitation')).toMatchObject({ state: 'Older than 14 days' });
});

it.each([
  ['The e-mail failed', { mail_state: 'failed' }],
  ['Expired', { expires_at: new Date(0) }],
  ['Older than 14 days', { created_at: new Date(Date.now() - 15 * DAY_MS) }],
])('invitations: %s', async (state, fields) => {
  const condo_id = await aSoundCondo();
  const expires_at = new Date(Date.now() + DAY_MS);
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
  await api.db.update(invitations).set({ status: 'accepted', accepted_at: new Date() });
  expect(await counts()).toEqual({});
});

it.each([
  ['Seestrasse 1-3', 'Seestrasse 13'],
  ['Weg 2/4', 'Weg 24'],
])('%s is another address than %s', async (address, other) => {
  const place = { city: 'Zürich', zip_code: '8002' };
  await aSoundCondo({ ...place, address });
  await aSoundCondo({ ...place, address: other });
  expect(await counts()).toEqual({});
  await aSoundCondo({ ...place, address: address.replace(/[-/]/, ' $& ').toUpperCase() });
  expect(await counts()).toEqual({ duplicate_address: 1 });
});

it('the same address written differently', async () => {
  const address = { city: 'Zürich', zip_code: '8002' };
  const one = await aSoundCondo({ ...address, name: 'One', address: 'Seestrasse 11' });
  await aSoundCondo({ ...address, address: 'Seestrasse 1' });
  const written = { ...address, address: 'SEESTR. 11', city: 'Zurich' };
  const two = await aSoundCondo({ ...written, name: 'Two' });
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
    // A shared first name alone is no finding.
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
  // A correct place, another country, and places that the list lacks.
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

it.each([
  ['3074', 'Muri', 'BE'],
  ['3074', 'Muri b.Bern', 'Kanton Bern'],
  ['3074', 'Muri BE', 'Berne'],
  ['8602', 'Wangen', 'Zuerich'],
  ['8915', 'Hausen', 'Zurigo'],
  ['8915', 'Hausen a. A.', 'Kt. ZH'],
  ['3762', 'Erlenbach', 'BE'],
  ['3762', 'Erlenbach i.S.', 'BE'],
  ['3295', 'Rüti', 'BE'],
  ['9470', 'Buchs SG', 'Saint-Gall'],
  ['1752', 'Villars s/Glâne', 'Canton de Fribourg'],
  ['7000', 'Chur', 'Cantone dei Grigioni'],
])('%s %s (%s) is right: a short form of its own place', async (zip_code, city, state) => {
  await aSoundCondo({ zip_code, city, state, country: 'Schweiz' });
  expect(await counts()).toEqual({});
});

it.each([
  ['8001', 'Muri', 'ZH'],
  ['3074', 'Muri', 'ZH'],
  ['8001', 'Hausen a. A.', 'ZH'],
  ['8602', 'Hausen', 'ZH'],
  ['9470', 'Buchs AG', 'SG'],
  ['3074', 'Muri', 'Argovia'],
  ['8001', 'Zürich', 'Canton des Grisons'],
  ['8001', 'Zürich', 'Cantone dei Grigioni'],
  ['8001', 'Zürich', 'République et canton de Genève'],
  ['8001', 'Zürich', 'Repubblica e Cantone Ticino'],
  ['8001', 'Zürich', "Canton d'Uri"],
])('%s %s (%s) is a finding: another postcode or canton', async (zip_code, city, state) => {
  await aSoundCondo({ zip_code, city, state, country: 'Schweiz' });
  expect(await counts()).toEqual({ place_mismatch: 1 });
});

/** Places whose names say near what they are, by postcode and canton: "3074 BE Muri bei Bern". */
const QUALIFIED = (await readFile('app/checks/localities/swiss-localities.txt', 'utf8'))
  .split('\n')
  .flatMap((line) => {
    const [zip = '', canton = ''] = line.split(' ', 2);
    const names = line.slice(zip.length + canton.length + 2).split(/\|+/);
    return names.flatMap((name) => {
      const [, short, near = '', place = ''] =
        /^(\p{L}+)[ -](b\.|bei|am|an der|im|in|ob|sur|sous|près)[ -](\p{L}.*)$/u.exec(name) ?? [];
      return short === undefined || /^Z[uü]/.test(name)
        ? []
        : [{ zip, canton, name, short, near, place }];
    });
  });

it('each short form of a place is right with its own postcode and canton alone', async () => {
  const forms = fc.constantFrom<(place: (typeof QUALIFIED)[number]) => string>(
    ({ short }) => short,
    ({ short, canton }) => `${short} ${canton}`,
    ({ name }) => name.toUpperCase(),
    ({ short, near, place }) => `${short} ${near.charAt(0)}. ${place}`,
    ({ short, near, place }) => `${short} ${near.charAt(0)}. ${place.charAt(0)}.`,
  );
  const houses = fc.record({
    place: fc.constantFrom(...QUALIFIED),
    form: forms,
    country: fc.constantFrom('Schweiz', 'CH', 'Suisse'),
    fault: fc.constantFrom(null, 'zip', 'canton'),
  });
  const lists = fc.array(houses, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lists, async (places) => {
      await api.db.delete(condos);
      await api.db.insert(condos).values(
        places.map(({ place, form, country, fault }) => {
          // No postcode lies in both.
          const elsewhere = place.canton === 'GE' ? 'TI' : 'GE';
          return aCondo({
            name: fault ?? 'right',
            city: form(place),
            zip_code: fault === 'zip' ? '8001' : place.zip,
            state: fault === 'canton' ? elsewhere : place.canton,
            country,
          });
        }),
      );
      const wrong = places.filter(({ fault }) => fault !== null).length;
      const mismatches = await list('place_mismatch');
      expect(mismatches.map(({ record }) => record.name)).not.toContain('right');
      expect(mismatches).toHaveLength(wrong);
    }),
    { numRuns: 30 },
  );
});

it('the list of localities is compared as the database compares', async () => {
  const { places, cantons } = swissLocalities();
  for (const { name } of [places, cantons]) {
    const { rows } = await api.db.execute(sql`
      select name from unnest(${sql.param(name)}::text[]) name where match_text(name) <> name`);
    expect(rows).toEqual([]);
    expect(new Set(name).size).toBe(name.length);
  }
  const written = ['Zürich', 'St. Gallen', 'Unterstrass', "Val-d'Illiez", 'Nufenen (GR)', 'Bâle'];
  for (const name of written) {
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
