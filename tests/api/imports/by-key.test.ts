import { eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from '~/fields/zod';
import { readBulkValidation } from '~/imports/bulk-reading';
import { bulkValidateResponseSchema } from '~/imports/schema';
import { toEditedFile } from '~/imports/screens/bulk-files';
import { editedFields } from '~/imports/screens/import-state';
import { apartments, condos, users } from '~/platform/database/schema/records';
import { apiPerFile, insertUser } from '../../support/api';
import { answered } from '../../support/answered';
import { postFile } from '../../support/bulk';
import { aCondo } from '../../support/builders';
import { toCsv, type Row } from '../../support/edited-exports';
import { must } from '../../support/must';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerFile();
const { createCondo, createApartment, read, reviewFile, applied, exportRows, undo } = reviewCalls(
  () => api,
);

beforeEach(async () => {
  await api.db.delete(apartments);
  await api.db.delete(condos);
});

const review = (content: string, type = 'condo', how: Readonly<Record<string, string>> = {}) =>
  reviewFile(new File([content], 'list.csv'), type, { by_key: 'keep', ...how });

async function validated(content: string, type = 'condo') {
  const response = await postFile(api, type, content, { review: 'true' });
  return bulkValidateResponseSchema
    .extend({ reading: z.looseObject({ by_key: z.boolean().optional() }) })
    .parse(await response.json());
}

const errorsOf = ({ invalid_rows: rows }: { invalid_rows: ReadonlyArray<{ error: string }> }) =>
  rows.map(({ error }) => error);

it('rows that fit stored buildings are counted, and say as before that these exist', async () => {
  const id = await createCondo({ name: 'Alpha' });
  const rows: Row[] = [aCondo({ name: 'ALPHA' }), aCondo({ name: 'Beta' })];
  const answer = await validated(toCsv(rows));
  expect(answer).toMatchObject({ existing: [2], valid_rows: [{ row_number: 3, name: 'Beta' }] });
  expect(errorsOf(answer)).toEqual([
    `name "ALPHA": a building with this name, address and zip code exists already (id ${id})`,
  ]);
  const withoutReview = await postFile(api, 'condo', toCsv(rows));
  expect(await withoutReview.json()).not.toHaveProperty('existing');
});

it('changed rows are updated, new rows are created, and an undo reverts both', async () => {
  const id = await createCondo({ name: 'Alpha', website: 'https://alpha.example' });
  const before = await read(`/admin/condos/${id}`);
  const rows: Row[] = [
    { ...aCondo({ name: 'Alpha', country: 'Schweiz' }), website: '' },
    { ...aCondo({ name: 'Beta' }), website: '' },
  ];
  const reviewed = await review(toCsv(rows));
  expect(reviewed).toMatchObject({
    changed: [
      { row_number: 2, id, changes: [{ field: 'country', old: 'Switzerland', new: 'Schweiz' }] },
    ],
    new_rows: [{ row_number: 3, name: 'Beta' }],
    invalid_rows: [],
    missing: 0,
  });
  expect(await applied(reviewed)).toMatchObject({ changed: 1, created: 1 });
  expect(await read(`/admin/condos/${id}`)).toMatchObject({
    country: 'Schweiz',
    website: 'https://alpha.example',
  });
  expect(await undo()).toMatchObject({ removed: 1, restored: 1, kept: [] });
  expect(await read(`/admin/condos/${id}`)).toEqual(before);
});

it('empty cells clear fields where that is chosen, but no required one', async () => {
  const id = await createCondo({ name: 'Alpha', website: 'https://alpha.example' });
  const file = 'name;city;website\nAlpha;Zürich;\n';
  const website = { field: 'website', old: 'https://alpha.example', new: null };
  expect(await review(file)).toMatchObject({ changed: [], unchanged: 1 });
  expect(await review(file, 'condo', { by_key: 'clear' })).toMatchObject({
    changed: [{ id, changes: [website] }],
  });
  const cleared = await review('name;city\nAlpha;\n', 'condo', { by_key: 'clear' });
  expect(errorsOf(cleared)).toEqual(['city: City/Town/Commune is required']);
});

it('a file without the columns of new buildings updates those of these names', async () => {
  const [one, , same] = [
    await createCondo({ name: 'Alpha' }),
    await createCondo({ name: 'Beta', address: 'Weg 1' }),
    await createCondo({ name: 'Beta', address: 'Weg 2' }),
  ];
  const file = 'Gebäude;Adresse;PLZ\nalpha;;3000\nBeta;;3001\nBeta;Weg 2;3002\nGamma;;3003\n';
  expect(await validated(file)).toMatchObject({ reading: { by_key: true } });
  const reviewed = await review(file);
  expect(reviewed.changed).toMatchObject([
    { id: one, changes: [{ field: 'zip_code', old: '8002', new: '3000' }] },
    { id: same, changes: [{ field: 'zip_code', old: '8002', new: '3002' }] },
  ]);
  expect(errorsOf(reviewed)).toEqual([
    `Gebäude "Beta": several buildings have this name (ids ${same - 1}, ${same}): use the id`,
    'Gebäude "Gamma": there is no building with this name',
  ]);
});

it('two rows about one record are invalid and name each other', async () => {
  const id = await createCondo({ name: 'Alpha' });
  const reviewed = await review('name;city\nAlpha;Bern\nalpha;Basel\n');
  expect(reviewed).toMatchObject({ changed: [], new_rows: [] });
  expect(errorsOf(reviewed)).toEqual([
    `id "${id}": row 2 is about the same record`,
    `id "${id}": row 3 is about the same record`,
  ]);
});

it('a building of the same name in another town, or at another address, is new', async () => {
  await createCondo({ name: 'Weg 1', address: 'Weg 1' });
  const rows: Row[] = [
    aCondo({ name: 'Weg 1', address: 'Weg 1', city: 'Bern', zip_code: '3000' }),
    aCondo({ name: 'Weg 1', address: 'Weg 3' }),
    aCondo({ name: 'Weg 1', address: 'Weg 1', zip_code: '8003' }),
  ];
  expect(await validated(toCsv(rows))).toMatchObject({ existing: [4] });
  expect(await review(toCsv(rows))).toMatchObject({
    changed: [{ row_number: 4, changes: [{ field: 'zip_code', old: '8002', new: '8003' }] }],
    new_rows: [{ row_number: 2 }, { row_number: 3 }],
  });
});

it('an id finds its record under another name, but not that of another program', async () => {
  const [one, two] = [
    await createCondo({ name: 'Alpha' }),
    await createCondo({ name: 'Beta', address: 'Weg 2' }),
  ];
  const rows: Row[] = [
    { ID: String(one), ...aCondo({ name: 'Omega' }) },
    { ID: String(two), ...aCondo({ name: 'Gamma', address: 'Weg 3' }) },
    { ID: String(two + 1), ...aCondo({ name: 'Delta' }) },
    { ID: '', ...aCondo({ name: 'Beta', address: 'Weg 2', city: 'Bern' }) },
  ];
  const reviewed = await review(toCsv(rows));
  expect(reviewed.changed).toMatchObject([
    { id: one, changes: [{ field: 'name', old: 'Alpha', new: 'Omega' }] },
    { id: two, changes: [{ field: 'city', old: 'Zürich', new: 'Bern' }] },
  ]);
  expect(errorsOf(reviewed)).toEqual([
    `id "${two}": is the id of "Beta", which the rest of the row does not fit`,
    `id "${two + 1}": there is no record with this id: it was deleted, or never existed`,
  ]);
  expect(await review(toCsv(rows), 'condo', { columns: '{"ID":""}' })).toMatchObject({
    new_rows: [{ name: 'Omega' }, { name: 'Gamma' }, { name: 'Delta' }],
  });
  expect(await review(`Gebäude-ID;Ort\n${one};Genf\n`)).toMatchObject({ changed: [{ id: one }] });
});

it('among buildings with one name the address and town decide, or the id', async () => {
  const ids: number[] = [];
  for (const [at, city] of ['Aarau', 'Bern', 'Chur', 'Davos', 'Egg'].entries())
    ids.push(await createCondo({ name: 'Residenz', address: 'Weg 1', city, zip_code: `500${at}` }));
  const [, , , davos, egg] = ids;
  const rows: Row[] = [
    { ID: '', ...aCondo({ name: 'Residenz', address: 'Weg 1', city: 'Davos', zip_code: '7270' }) },
  ];
  expect(await review(toCsv(rows))).toMatchObject({ changed: [{ id: davos }], new_rows: [] });
  expect(await review(`ID;Name;Ort\n${egg};Residenz;Egg ZH\n`)).toMatchObject({
    changed: [{ id: egg, changes: [{ field: 'city', old: 'Egg', new: 'Egg ZH' }] }],
  });
});

it('rows keep their ids when others are edited on the screen, and no column is added', async () => {
  const id = await createCondo({ name: 'Alpha', website: 'https://alpha.example' });
  const rows: Row[] = [
    { ID: String(id), ...aCondo({ name: 'Omega' }) },
    { ID: '', ...aCondo({ name: 'Beta', zip_code: '' }) },
  ];
  const answer = await readBulkValidation(answered(await validated(toCsv(rows))));
  expect(answer.existing).toEqual(new Set([2]));
  const first = { ...answer, type: 'condo' as const, fileName: 'list.csv', key: 'key' };
  const edits = new Map([[0, { zip_code: '8002' }]]);
  const file = await toEditedFile(first, edits, editedFields(first), 'list.csv');
  const edited = await validated(await file.text());
  expect(edited).toMatchObject({ existing: [2], invalid_rows: [] });
  const how = { by_key: 'clear', edited: 'true' };
  expect(await reviewFile(file, 'condo', how)).toMatchObject({
    changed: [{ id, changes: [{ field: 'name', old: 'Alpha', new: 'Omega' }] }],
    new_rows: [{ name: 'Beta' }],
  });
});

it('apartments are found by building and number', async () => {
  const condo = await createCondo({ name: 'Alpha' });
  const id = await createApartment(condo, 'A-1', { notes: 'old' });
  const file = 'Gebäude;Nummer;Zimmer;Notizen\nAlpha;a–1;4.5;\nAlpha;A-2;2;new\nBeta;1;1;\n';
  expect(await validated(file, 'apartment')).toMatchObject({ existing: [2] });
  const reviewed = await review(file, 'apartment');
  expect(reviewed).toMatchObject({
    changed: [{ id, name: 'A-1', changes: [{ field: 'bedrooms', old: 3.5, new: 4.5 }] }],
    new_rows: [{ row_number: 3, condo_id: condo, apartment_number: 'A-2' }],
    names: { condo_id: { [condo]: 'Alpha' } },
  });
  expect(errorsOf(reviewed)).toEqual(['Gebäude "Beta": there is no building with this name']);
  expect(await applied(reviewed, { type: 'apartment' })).toMatchObject({ changed: 1, created: 1 });
  expect(await read(`/admin/apartments/${id}`)).toMatchObject({ bedrooms: 4.5, notes: 'old' });
  const placed = await review('Nr.;Zimmer\nA-2;3\nA-9;1\n', 'apartment', {
    condo_id: String(condo),
  });
  expect(placed).toMatchObject({ changed: [{ name: 'A-2' }], new_rows: [{ row_number: 3 }] });
  const partial = await review(`ID;Zimmer;Farbe\n${id};2;rot\n`, 'apartment');
  expect(partial.unread).toEqual(['Farbe']);
  expect(partial).toMatchObject({ changed: [{ id, changes: [{ field: 'bedrooms', new: 2 }] }] });
});

it('a number that two apartments share finds neither', async () => {
  const condo = await createCondo({ name: 'Alpha' });
  const [one, two] = [await createApartment(condo, 'A-1'), await createApartment(condo, 'B')];
  await api.db.execute(`update apartments set apartment_number = 'A–1' where id = ${two}`);
  const reviewed = await review('Gebäude;Nummer;Zimmer\nAlpha;A—1;4\nAlpha;A-1;4\n', 'apartment');
  expect(errorsOf(reviewed)).toEqual([
    `Nummer "A—1": several apartments there have this number (ids ${one}, ${two}): use the id`,
  ]);
  expect(reviewed.changed).toMatchObject([{ id: one }]);
});

const add = (fields: Partial<typeof users.$inferInsert>) =>
  insertUser(api.db, { email: 'anna@example.com', first_name: 'Anna', ...fields });
async function nameAndPhone(id: number) {
  const { first_name, last_name, phone } = await read(`/admin/users/${id}`);
  return [first_name, last_name, phone];
}
const reviewName = (name: string) => review(`Name;E-Mail\n"${name}";anna@example.com\n`, 'user');

describe('people', () => {
  beforeEach(async () => {
    await api.db.delete(users).where(ne(users.id, api.adminId));
  });

  it('are found by e-mail; names and phone are changed, new ones created, and an undo', async () => {
    const anna = await add({ last_name: 'Muster', phone: '+41 79 123 45 67' });
    const umlaut = await add({ email: 'bea@xn--mller-kva.example', first_name: 'Bea' });
    const file =
      'Vorname;Nachname;E-Mail;Telefon;Farbe\n' +
      'Anna;Rossi;ANNA@example.com;079 123 45 67;rot\n' +
      ';Weber;bea@müller.example;044 1;\n' +
      'Cem;Neu;cem@example.com;;\n';
    const answer = await validated(file, 'tenancy');
    expect(answer).toMatchObject({ existing: [2, 3], valid_rows: [{ row_number: 4 }] });
    const reviewed = await review(file, 'user');
    expect(reviewed).toMatchObject({
      changed: [
        { id: anna, changes: [{ field: 'last_name', old: 'Muster', new: 'Rossi' }] },
        {
          id: umlaut,
          changes: [
            { field: 'last_name', old: null, new: 'Weber' },
            { field: 'phone', old: null, new: '044 1' },
          ],
        },
      ],
      new_rows: [{ row_number: 4, email: 'cem@example.com' }],
      invalid_rows: [],
      unread: ['Farbe'],
    });
    expect(await applied(reviewed, { type: 'user' })).toMatchObject({ changed: 2, created: 1 });
    expect(await nameAndPhone(anna)).toEqual(['Anna', 'Rossi', '+41 79 123 45 67']);
    expect(await nameAndPhone(umlaut)).toEqual(['Bea', 'Weber', '044 1']);
    expect(await undo()).toMatchObject({ removed: 1, restored: 2, kept: [] });
    expect(await nameAndPhone(anna)).toEqual(['Anna', 'Muster', '+41 79 123 45 67']);
    expect(await api.db.$count(users, eq(users.email, 'cem@example.com'))).toBe(0);
  });

  it('with a whole name in one column keep their first name', async () => {
    const id = await add({ last_name: 'Muster' });
    for (const same of ['Anna Muster', 'Muster, Anna', 'Muster'])
      expect(await reviewName(same)).toMatchObject({ changed: [], unchanged: 1 });
    expect(await reviewName('Muster-Rossi Anna')).toMatchObject({
      changed: [{ id, changes: [{ field: 'last_name', old: 'Muster', new: 'Muster-Rossi' }] }],
    });
  });

  it('who are inactive, named twice or with a home are not changed', async () => {
    const condo = await createCondo({ name: 'Alpha' });
    const anna = await add({ last_name: 'Muster' });
    await add({ email: 'gone@example.com', is_active: false });
    const file =
      'Vorname;Nachname;E-Mail;Gebäude;Rolle\n' +
      'Anna;Rossi;anna@example.com;;\n' +
      'Ann;Rossi;anna@example.com;;\n' +
      'Gone;Weber;gone@example.com;;\n' +
      'Anna;Muster;anna@example.com;Alpha;building_manager\n';
    expect(await validated(file, 'tenancy')).toMatchObject({ existing: [2, 3] });
    const reviewed = await review(file, 'user');
    expect(reviewed).toMatchObject({ changed: [], new_rows: [{ row_number: 5, condo_id: condo }] });
    expect(errorsOf(reviewed).toSorted()).toEqual([
      expect.stringContaining('E-Mail'),
      `id "${anna}": row 2 is about the same record`,
      `id "${anna}": row 3 is about the same record`,
    ]);
  });

  it('keep what empty cells leave out, unless these clear it', async () => {
    const id = await add({ last_name: 'Muster', phone: '044 1' });
    const file = 'Vorname;E-Mail;Telefon\nAnna;anna@example.com;\n';
    expect(await review(file, 'user')).toMatchObject({ changed: [], unchanged: 1 });
    expect(await review(file, 'user', { by_key: 'clear' })).toMatchObject({
      changed: [{ id, changes: [{ field: 'phone', old: '044 1', new: null }] }],
    });
  });
});

it('a list that was exported and lost its versions changes nothing', async () => {
  const condo = await createCondo({ name: 'Alpha', description: '=1+1' });
  await createApartment(condo, '007', { parking_spot_number: 'P1,P2' });
  for (const list of ['condos', 'apartments'] as const) {
    const rows = await exportRows(list);
    const names = Object.keys(must(rows[0], 'row')).filter((name) => name !== 'row_version');
    const type = list.slice(0, -1);
    const nothing = { changed: [], new_rows: [], invalid_rows: [], unchanged: 1, missing: 0 };
    expect(await review(toCsv(rows, names), type)).toMatchObject(nothing);
    const withoutId = names.filter((name) => name !== 'id');
    expect(await review(toCsv(rows, withoutId), type)).toMatchObject(nothing);
  }
});
