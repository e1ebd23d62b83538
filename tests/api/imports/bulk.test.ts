import { condoFields } from '~/condos/fields';
import { writableNames } from '~/fields/fields';
import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailQueue } from '~/platform/database/schema/operations';
import { apartments, condos, invitations } from '~/platform/database/schema/records';
import { insertUser, apiPerTest } from '../../support/api';
import { create, postFile, postRows, validate } from '../../support/bulk';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const api = apiPerTest({ notifyMailWorker: () => void (notifications += 1) });
let notifications = 0;

beforeEach(() => {
  notifications = 0;
});

describe('condos', () => {
  it('reads the template, creates its row once and knows it afterwards', async () => {
    const file = new Uint8Array(await readFile('public/condo_template.csv'));
    const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
    expect(invalid_rows).toEqual([]);
    expect(valid_rows).toMatchObject([{ zip_code: '1007', number_of_units: 24 }]);
    expect(await create(api, 'condo', valid_rows)).toEqual({ created: 1, errors: [] });
    const [stored] = await api.db.select().from(condos);
    expect(stored).toMatchObject({ name: 'Residence du Lac', date_built: '1998-05-01' });
    const again = await validate(api, 'condo', file);
    expect(again.invalid_rows[0]?.error).toContain('"Residence du Lac"');
    expect(again.invalid_rows[0]?.error).toContain(`exists already (id ${stored?.id})`);
  });

  it('names column and value of each broken rule', async () => {
    const file =
      'name;address;city;state;zip_code;country;website;date_built;number_of_units\n' +
      ';A;B;C;1;D;ftp://x;30.02.2020;0\n' +
      'N;A;B;C;01003;D;;31.12.1999;"1\'200"\n';
    const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      'name: Building Name is required; ' +
        'website "ftp://x": Please enter a valid URL starting with http:// or https://; ' +
        'date_built "30.02.2020": Please enter a valid date (YYYY-MM-DD); ' +
        'number_of_units "0": Number of units must be at least 1',
    ]);
    expect(invalid_rows[0]?.row).toMatchObject({ row_number: 2, website: 'ftp://x' });
    const numbers = { zip_code: '01003', number_of_units: 1200 };
    expect(valid_rows).toMatchObject([{ row_number: 3, date_built: '1999-12-31', ...numbers }]);
  });

  it('lists valid and invalid rows, however many there are of either', async () => {
    const rows = Array.from({ length: 4_100 }, (_, index) =>
      index % 1_000 === 7 ? ';A;B;C;1;D' : `Haus ${index};A;B;C;1;Österreich`,
    );
    for (const lines of [rows, rows.slice(7, 8), rows.slice(0, 1)]) {
      const content = ['name;address;city;state;zip_code;country', ...lines].join('\n');
      const { valid_rows, invalid_rows } = await validate(api, 'condo', content);
      expect(valid_rows).toHaveLength(lines.filter((line) => line.startsWith('H')).length);
      expect(valid_rows.length + invalid_rows.length).toBe(lines.length);
    }
  });

  it('finds two equal rows in one file', async () => {
    const file = 'name,address,city,state,zip_code,country\nA,B,C,D,1,E\na,b,x,y,1,z\n';
    const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
    expect(valid_rows).toHaveLength(1);
    expect(invalid_rows[0]?.error).toBe('name "a": row 2 has the same name, address and zip code');
  });
});

describe('apartments', () => {
  it('takes buildings by id or unique name, and rejects unknown and ambiguous ones', async () => {
    const one = await insertCondo(api.db, 'Lac');
    await insertCondo(api.db, 'Twin');
    await insertCondo(api.db, 'Twin');
    const file =
      'Bâtiment;Numéro;Étage;Pièces;Surface\n' +
      `id ${one};007;2;3,5;82,50\nLac;8;;;\nTwin;9;;;\n999999;1;;;\nNowhere;1;;;\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toMatchObject([
      { condo_id: one, apartment_number: '007', bedrooms: 3.5, sqmt: 82.5 },
      { condo_id: one, apartment_number: '8' },
    ]);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      expect.stringContaining('Bâtiment "Twin": several buildings have this name'),
      'Bâtiment "999999": there is no building with this id',
      'Bâtiment "Nowhere": there is no building with this name',
    ]);
  });

  it('completes a file without a building with the one that is named', async () => {
    const one = await insertCondo(api.db, 'Lac');
    const file = 'Wohnungen im Lac;\nNummer;Zimmer\n1A;3,5\n1B;x\n';
    const fields = { condo_id: String(one) };
    const { valid_rows, invalid_rows, reading } = await validate(api, 'apartment', file, fields);
    expect(valid_rows).toMatchObject([{ condo_id: one, apartment_number: '1A', bedrooms: 3.5 }]);
    expect(invalid_rows[0]).toMatchObject({
      row: { condo_id: one, apartment_number: '1B', bedrooms: 'x' },
      errors: [{ field: 'bedrooms' }],
    });
    expect(reading.condo_id).toBe(one);
    expect(await create(api, 'apartment', valid_rows)).toMatchObject({ created: 1 });

    const unknown = await validate(api, 'apartment', file, { condo_id: '999999' });
    expect(unknown.valid_rows).toEqual([]);
    expect(unknown.invalid_rows[0]?.error).toContain('there is no building with this id');
    const response = await postFile(api, 'apartment', file, { condo_id: 'Lac' });
    expect(response.status).toBe(422);
  });

  it('a file with a column for the building keeps its own, also below a title that could be headings', async () => {
    const one = await insertCondo(api.db, 'Lac');
    const other = await insertCondo(api.db, 'Mont');
    const file = `Nummer;\ncondo_id;Nummer\n${other};1A\n;1B\n`;
    const fields = { condo_id: String(one) };
    const { valid_rows, invalid_rows, reading } = await validate(api, 'apartment', file, fields);
    expect(valid_rows).toEqual([expect.objectContaining({ condo_id: other })]);
    expect(invalid_rows[0]?.error).toContain('condo_id');
    expect(reading.condo_id).toBeUndefined();
  });

  it('a building that is named does not stand in for other columns', async () => {
    const fields = { condo_id: '1' };
    const { invalid_rows, reading } = await validate(api, 'apartment', 'Zimmer\n3\n', fields);
    expect(invalid_rows[0]?.error).toContain('no column "apartment_number"');
    expect(reading.condo_id).toBe(1);
  });

  it('rejects numbers that the building or the file has already', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    await insertApartment(api.db, condo, 'a1');
    const file = `condo_id,apartment_number\n${condo},A1\n${condo},B1\n${condo},b1\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toHaveLength(1);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      `apartment_number "A1": building ${condo} already has an apartment with this number`,
      `apartment_number "b1": row 3 has the same number in building ${condo}`,
    ]);
  });

  it('compares with each building, also beside new ones and in later batches', async () => {
    const empty = await insertCondo(api.db, 'Lac');
    const filled = await insertCondo(api.db, 'Mont');
    const late = await insertCondo(api.db, 'Pont');
    for (const condo of [filled, late]) await insertApartment(api.db, condo, 'A7');
    const many = Array.from({ length: 2_500 }, (_, at) => `${empty},A${at}`);
    const rows = [
      `${filled},a7`,
      ...many,
      `${filled},A7`,
      `${late},A7`,
      `${late},A8`,
      `${empty},a7`,
    ];
    const file = `condo_id,apartment_number\n${rows.join('\n')}\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toHaveLength(many.length + 1);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      `apartment_number "a7": building ${filled} already has an apartment with this number`,
      `apartment_number "A7": building ${filled} already has an apartment with this number`,
      `apartment_number "A7": building ${late} already has an apartment with this number`,
      `apartment_number "a7": row 10 has the same number in building ${empty}`,
    ]);
  });

  it('creates all rows or none, and says which changed since', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    const file = `condo_id,apartment_number\n${condo},1\n${condo},2\n`;
    const { valid_rows } = await validate(api, 'apartment', file);
    await insertApartment(api.db, condo, '2');
    const field = 'apartment_number';
    const message = `building ${condo} already has an apartment with this number`;
    const taken = { error: `${field} "2": ${message}`, errors: [{ field, message }] };
    expect(await create(api, 'apartment', valid_rows)).toEqual({
      created: 0,
      errors: [{ row: valid_rows[1], ...taken }],
    });
    expect(await api.db.$count(apartments)).toBe(1);
  });

  it('creates rows once when two administrators create the same ones at once', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      condo_id: condo,
      apartment_number: String(index),
    }));
    const results = await Promise.all([
      create(api, 'apartment', rows),
      create(api, 'apartment', rows),
    ]);
    expect(results.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 1500]);
    expect(await api.db.$count(apartments)).toBe(1500);
  });
});

describe('user invitations', () => {
  it('creates invitations with their mails, by id or number of the apartment', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    const apartment = await insertApartment(api.db, condo, 'A-1');
    const file =
      'E-Mail;Rolle;Gebäude;Wohnung\n' +
      `anna@example.com;Mieterin;Lac;A-1\nbeat@example.com;Verwalter;id ${condo};\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'user_invite', file);
    expect(invalid_rows).toEqual([]);
    const anna = { email: 'anna@example.com', role: 'renter', apartment_id: apartment };
    const beat = { email: 'beat@example.com', role: 'building_manager', apartment_id: null };
    expect(valid_rows).toEqual([
      { row_number: 2, condo_id: condo, ...anna },
      { row_number: 3, condo_id: condo, ...beat },
    ]);
    expect(await create(api, 'user_invite', valid_rows)).toEqual({ created: 2, errors: [] });
    expect(await api.db.$count(invitations, eq(invitations.invited_by, api.adminId))).toBe(2);
    expect(await api.db.$count(mailQueue)).toBe(2);
    expect(notifications).toBe(1);
    const again = await create(api, 'user_invite', valid_rows);
    expect(again.errors[0]?.error).toContain('a pending invitation for this address');
    expect(notifications).toBe(1);
  });

  it('rejects what the invite form rejects', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    const other = await insertCondo(api.db, 'Other');
    const apartment = await insertApartment(api.db, other, '1');
    const mine = await insertApartment(api.db, condo, '1');
    const userId = await insertUser(api.db, { email: 'known@example.com' });
    const home = { user_id: userId, condo_id: condo, apartment_id: mine };
    await insertAssociation(api.db, home);
    const file =
      'email,role,condo_id,apartment_id\n' +
      `nobody,renter,${condo},${mine}\n` +
      `a@example.com,super_admin,${condo},${mine}\n` +
      `a@example.com,renter,${condo},\n` +
      `a@example.com,owner,${condo},${apartment}\n` +
      `a@example.com,owner,${condo},99999\n` +
      `Known@example.com,owner,${condo},${mine}\n` +
      `b@example.com,owner,${condo},${mine}\n` +
      `B@example.com,renter,${condo},${mine}\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'user_invite', file);
    expect(valid_rows).toHaveLength(1);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      'email "nobody": Invalid email address',
      'role "super_admin": Please select a valid role',
      'apartment_id: Apartment selection is required for this role (role "renter")',
      `apartment_id "${apartment}": this apartment is not in building ${condo}`,
      `apartment_id "99999": there is no such apartment in building ${condo}`,
      'email "Known@example.com": this user is already associated with this building and apartment',
      'email "B@example.com": row 8 invites the same address there',
    ]);
  });
});

describe('GET /admin/bulk-templates/{type}', () => {
  it.each([
    // Every field that can be written, however many there are.
    ['condo', writableNames(condoFields).length],
    ['apartment', 8],
    ['user_invite', 4],
    ['user_invitations', 4],
    ['tenancy', 10],
  ])('%s is a workbook whose example row is valid', async (type, width) => {
    const response = await api.call('GET', `/admin/bulk-templates/${type}`);
    expect(response.status).toBe(200);
    const file = new Uint8Array(await response.arrayBuffer());
    const book = await readXlsx(file);
    expect(book.sheets[0]?.rows[0]).toHaveLength(width);
    const { invalid_rows, valid_rows } = await validate(api, type, file);
    // The examples of the others name building 1, which this database lacks.
    const lacking = ['condo_id "1": there is no building with this id'];
    expect(invalid_rows.map(({ error }) => error)).toEqual(type === 'condo' ? [] : lacking);
    expect(valid_rows).toHaveLength(type === 'condo' ? 1 : 0);
  });

  it('knows no other types', async () => {
    for (const type of ['ship', 'constructor', 'toString', '__proto__']) {
      expect((await api.call('GET', `/admin/bulk-templates/${type}`)).status).toBe(404);
      expect((await postRows(api, type, '[]')).status).toBe(422);
    }
  });
});
