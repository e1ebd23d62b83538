/* oxlint-disable vitest/expect-expect -- expectSameOutcome compares all records */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressFile, readAddresses } from '~/invitations/addresses';
import { chosenFile } from '~/imports/request-review';
import type { EditedType } from '~/imports/row-error';
import { BY_KEY, bulkCreateResponseSchema, type BulkReview } from '~/imports/schema';
import type { MergedField } from '~/users/merging';
import { insertUser } from '../../support/api';
import { aCondo } from '../../support/builders';
import { validate } from '../../support/bulk';
import { toCsv, type Row } from '../../support/edited-exports';
import { formOf } from '../../support/form-of';
import { deskPerFile } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { expectSameOutcome, mergeOneByOne, userRow } from '../../support/one-by-one';
import { insertApartment, insertAssociation } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';
import { reviewCalls } from '../../support/review-calls';

/* Whatever comes in changes what the calls for one record change, and goes back by one Undo. */

const desk = deskPerFile();
const { createCondo, createApartment, reviewFile, applied } = reviewCalls(() => desk.api);
const { restoreRecord } = restoreCalls(desk);

const RUNS = { numRuns: 2, endOnFailure: true };

/** Value that the call for one record gets for the text of a cell or a field. */
const wireValue = (field: string, text: string) =>
  /^(?:number_of_units|bedrooms|sqmt|floor_number)$/.test(field) ? Number(text) : text;

async function undoImport(id: number | undefined) {
  // Where nothing could be applied, there is nothing to undo.
  if (id === undefined) return;
  const answer = await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { kept: [] }]);
}

/** Reviews, applies and undoes as the screen does, and compares that with other calls. */
async function expectReviewedOutcome(
  { type, creates = true }: { type: EditedType; creates?: boolean },
  review: () => Promise<BulkReview>,
  oneByOne: () => Promise<unknown>,
) {
  let id: number | undefined;
  const atOnce = async () => {
    const { changed, new_rows: fresh } = await review();
    const rows = { changed, new_rows: creates ? fresh : [] };
    if (rows.changed.length + rows.new_rows.length === 0) return;
    const answer = await applied(rows, { type });
    expect(answer.errors).toEqual([]);
    id = must(answer.import_id, 'import');
  };
  await expectSameOutcome(desk.api, { atOnce, undo: () => undoImport(id), oneByOne });
}

const removeCondos = () => desk.api.db.execute(`delete from condos where id <> ${desk.condo}`);

const cell = (...texts: string[]) => fc.constantFrom('', ...texts);

/** The fields that a row gives: an empty cell leaves what is stored, or clears it. */
function given(row: Row, columns: readonly string[], clears: boolean) {
  const fields = columns.map((field) => [field, row[field] ?? ''] as const);
  return Object.fromEntries(
    fields
      .filter(([, text]) => clears || text !== '')
      .map(([field, text]) => [field, text === '' ? null : wireValue(field, text)]),
  );
}

const CONDO_FIELDS = ['website', 'description', 'date_built', 'number_of_units'] as const;
const condoFields = {
  website: cell('https://a.example', 'https://b.example'),
  description: cell('Lift', 'Lift\nund "Garten"'),
  date_built: cell('1932-05-01'),
  number_of_units: cell('8', '12'),
};
const STORED = 4;
const house = (of: number) => aCondo({ name: `Haus ${of}`, address: `Weg ${of}` });

it('a file of buildings by their key, whatever it leaves empty, creates and lacks', async () => {
  const file = fc.record({
    stored: fc.array(fc.record(condoFields), { minLength: STORED, maxLength: STORED }),
    // The last two of each file are stored nowhere.
    rows: fc.uniqueArray(
      fc.record({
        of: fc.nat(STORED + 1),
        city: cell('Zürich', 'Bern'),
        zip: cell('3000', '3001'),
        ...condoFields,
      }),
      { selector: ({ of }) => of, minLength: 1 },
    ),
    columns: fc.subarray([...CONDO_FIELDS]),
    // Names and postcodes alone: no row can be new.
    isPartial: fc.boolean(),
    byKey: fc.constantFrom(...BY_KEY),
    creates: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ stored, rows, columns, isPartial, byKey, creates }) => {
      await removeCondos();
      const ids: number[] = [];
      for (const [of, fields] of stored.entries())
        ids.push(await createCondo({ ...house(of), ...given(fields, CONDO_FIELDS, false) }));
      const names = isPartial
        ? ['name', 'zip_code', ...columns]
        : [...Object.keys(house(0)), ...columns];
      const list = rows.map(({ of, zip, ...fields }): Row => {
        const { zip_code: usual, ...others } = house(of);
        return { ...others, ...fields, zip_code: isPartial ? zip : usual };
      });
      const content = toCsv(list, names);
      const review = () => reviewFile(new File([content], 'list.csv'), 'condo', { by_key: byKey });
      await expectReviewedOutcome({ type: 'condo', creates }, review, async () => {
        for (const [at, row] of list.entries()) {
          const id = ids[rows[at]?.of ?? STORED];
          const body = given(row, names, id !== undefined && byKey === 'clear');
          if (id !== undefined) await desk.api.call('PUT', `/admin/condos/${id}`, body);
          // A row that lacks a required field is rejected, as in the file.
          else if (creates) await desk.api.call('POST', '/admin/condos', body);
        }
      });
    }),
    RUNS,
  );
}, 120_000);

const APARTMENT_FIELDS = [
  'bedrooms',
  'sqmt',
  'floor_number',
  'parking_spot_number',
  'notes',
] as const;
const apartmentFields = {
  bedrooms: cell('2.5', '3'),
  sqmt: cell('82.5'),
  // No apartment is below the ground: such a row is invalid.
  floor_number: cell('-1', '3'),
  parking_spot_number: cell('P1,P2'),
  notes: cell('Süd'),
};
const NUMBERS = ['1', '12', 'A-3', 'new'] as const;

it('a file of apartments by building and number, however that is spelled', async () => {
  const row = fc.record({
    building: fc.constantFrom(0, 1),
    number: fc.constantFrom(...NUMBERS),
    ...apartmentFields,
  });
  const file = fc.record({
    rows: fc.uniqueArray(row, {
      selector: ({ building, number }) => `${building} ${number}`,
      minLength: 1,
      maxLength: 6,
    }),
    columns: fc.subarray([...APARTMENT_FIELDS]),
    byKey: fc.constantFrom(...BY_KEY),
    creates: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, columns, byKey, creates }) => {
      await removeCondos();
      const condos = [await createCondo({ name: 'Alpha' }), await createCondo({ name: 'Beta' })];
      const ids = new Map<string, number>();
      for (const [building, condo] of condos.entries())
        for (const number of NUMBERS)
          if (number !== 'new') {
            const fields = { bedrooms: 3.5, notes: 'Old', floor_number: building + 1 };
            ids.set(`${building} ${number}`, await createApartment(condo, number, fields));
          }
      const list = rows.map(({ building, number, ...fields }) => ({
        condo_id: ['Alpha', 'beta'][building],
        apartment_number: number.toLowerCase(),
        ...fields,
      }));
      const content = toCsv(list, ['condo_id', 'apartment_number', ...columns]);
      const review = () =>
        reviewFile(new File([content], 'list.csv'), 'apartment', { by_key: byKey });
      await expectReviewedOutcome({ type: 'apartment', creates }, review, async () => {
        for (const { building, number, ...fields } of rows) {
          const id = ids.get(`${building} ${number}`);
          const body = given(fields, columns, id !== undefined && byKey === 'clear');
          const place = { condo_id: condos[building], apartment_number: number };
          if (id !== undefined) await desk.api.call('PUT', `/admin/apartments/${id}`, body);
          else if (creates) await desk.api.call('POST', '/admin/apartments', { ...place, ...body });
        }
      });
    }),
    RUNS,
  );
}, 120_000);

const CHANGES = [
  { type: 'condo', field: 'city', values: ['Bern', 'Zürich', ''] },
  { type: 'condo', field: 'number_of_units', values: ['12', ''] },
  { type: 'apartment', field: 'bedrooms', values: ['2.5', '3.5', ''] },
  { type: 'apartment', field: 'notes', values: ['=Süd', ''] },
  { type: 'user', field: 'first_name', values: ['Neu', 'Anna', ''] },
  { type: 'user', field: 'phone', values: ['+41 44 123 45 67', ''] },
] as const;

it.each(CHANGES)(
  'chosen rows: $field of each $type',
  async ({ type, field, values }) => {
    const { api } = desk;
    const path = `/admin/${type}s`;
    const chosen = fc.record({
      which: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      value: fc.constantFrom(...values),
    });
    await fc.assert(
      fc.asyncProperty(chosen, async ({ which, value }) => {
        await removeCondos();
        const condo = await createCondo({ name: 'Home', city: 'Zürich' });
        const makers = {
          condo: (at: number) => createCondo({ name: `Haus ${at}`, number_of_units: at || null }),
          apartment: (at: number) => createApartment(condo, `${at}`, { notes: at ? 'Old' : null }),
          user: (at: number) => {
            // Nobody is left without a name and an address.
            const names = at === 1 ? { email: null } : { last_name: 'Rossi' };
            return insertUser(api.db, { first_name: 'Anna', phone: '044 1', ...names });
          },
        };
        const all: number[] = [];
        for (const at of [0, 1, 2, 3]) all.push(await makers[type](at));
        // The last one has gone since.
        await api.call('DELETE', `${path}/${all[3]}`);
        const isErased = type === 'user' && value !== '';
        if (isErased) await api.call('DELETE', `/admin/personal-data/${all[3]}`);
        const ids = which.map((at) => must(all[at], 'record'));
        const review = () => reviewFile(chosenFile({ ids, field, value }), type);
        await expectReviewedOutcome({ type }, review, async () => {
          const body = { [field]: value === '' ? null : wireValue(field, value) };
          for (const id of ids) await api.call('PUT', `${path}/${id}`, body);
        });
      }),
      { ...RUNS, numRuns: 4 },
    );
  },
  120_000,
);

it('many invitations, of whom some are invited or live there already', async () => {
  const { api } = desk;
  const other = await insertApartment(api.db, desk.condo, '13');
  const homes = new Map([
    ['12', desk.apartment],
    ['13', other],
  ]);
  const user_id = await insertUser(api.db, { email: 'p1@example.com' });
  const home = { condo_id: desk.condo, apartment_id: other };
  await insertAssociation(api.db, { ...home, user_id, role: 'renter' });
  await desk.invite({ ...home, email: 'p2@example.com', role: 'renter' });
  const line = fc.record({ who: fc.nat(4), number: cell('12', '13', '99') });
  const pasted = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    role: fc.constantFrom('renter', 'owner', 'building_manager'),
    ofAll: fc.constantFrom(null, desk.apartment),
  });
  await fc.assert(
    fc.asyncProperty(pasted, async ({ lines, role, ofAll }) => {
      await api.db.execute("delete from invitations where email <> 'p2@example.com'");
      const text = lines.map(({ who, number }) => `Name <p${who}@example.com>\t${number}`);
      const place = { role, condo_id: desk.condo, apartment_id: ofAll };
      let id: number | undefined;
      const atOnce = async () => {
        const file = addressFile(readAddresses(text.join('\n')), place);
        const { valid_rows: rows } = await validate(api, 'user_invite', await file.text());
        if (rows.length === 0) return;
        const type = 'user_invite';
        const form = formOf({ type, rows: JSON.stringify(rows), source: 'invitations' });
        const sent = await api.call('POST', '/admin/bulk-create', form);
        const answer = bulkCreateResponseSchema.parse(await sent.json());
        expect(answer).toMatchObject({ created: rows.length, errors: [] });
        id = must(answer.import_id, 'import');
      };
      const oneByOne = async () => {
        for (const { who, number } of lines) {
          const apartment_id = number === '' ? ofAll : homes.get(number);
          if (apartment_id === undefined) continue;
          const body = { ...place, email: `p${who}@example.com`, apartment_id };
          // Rejected for who is invited or lives there, as in the preview.
          await api.call('POST', '/admin/invite-user', body);
        }
      };
      await expectSameOutcome(api, { atOnce, undo: () => undoImport(id), oneByOne });
    }),
    RUNS,
  );
}, 120_000);

const day = fc.constantFrom(
  null,
  '2020-01-01',
  '2021-06-01',
  '2022-03-01',
  '2026-07-01',
  '2027-01-01',
);
const spell = fc
  .record({
    isClosed: fc.boolean(),
    home: fc.constantFrom(0, 1),
    role: fc.constantFrom('owner', 'renter'),
    since: day,
    until: day,
    note: fc.option(fc.constantFrom('One', 'Two', 'Three')),
  })
  .filter(({ since, until }) => since === null || until === null || since <= until);
const invited = fc.record({ isClosed: fc.boolean(), home: fc.constantFrom(0, 1) });
const TAKEN: MergedField[] = ['phone', 'language', 'profile_picture'];

it('a merge, with whatever associations and invitations both have', async () => {
  const { api } = desk;
  const homes = [desk.apartment, await insertApartment(api.db, desk.condo, '14')];
  const lists = [fc.array(spell, { maxLength: 9 }), fc.array(invited, { maxLength: 3 })] as const;
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(...lists, async (spells, sent) => {
      serial += 1;
      const ids: number[] = [];
      for (const name of ['kept', 'closed']) {
        const email = `${name}${serial}@example.com`;
        const values = { email, first_name: name, phone: name, language: 'fr-CH' };
        ids.push(await insertUser(api.db, values));
      }
      const [kept, closed] = [must(ids[0], 'kept'), must(ids[1], 'closed')];
      for (const { isClosed, home, ...fields } of spells) {
        // Overlapping ones of one person are rejected.
        const body = { ...fields, condo_id: desk.condo, apartment_id: homes[home] };
        const user_id = ids[Number(isClosed)];
        await api.call('POST', '/admin/user-condo-associations', { ...body, user_id });
      }
      for (const { isClosed, home } of sent) {
        const { email } = await userRow(desk, isClosed ? closed : kept);
        const body = { email, role: 'renter', condo_id: desk.condo, apartment_id: homes[home] };
        await api.call('POST', '/admin/invite-user', body);
      }
      await expectSameOutcome(api, {
        atOnce: async () => {
          const body = { user_id: closed, take: TAKEN };
          expect((await api.call('POST', `/admin/users/${kept}/merge`, body)).status).toBe(204);
        },
        undo: async () => expect(await restoreRecord('user', closed)).toMatch(/^\d+ restored$/),
        oneByOne: () => mergeOneByOne(desk, kept, closed),
      });
    }),
    RUNS,
  );
}, 120_000);
