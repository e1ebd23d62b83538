import { describe, expect, it } from 'vitest';
import { apiPerTest, errorOf, fieldError } from '../../support/api';
import { create, postFile, postRows, validate } from '../../support/bulk';
import { formOf } from '../../support/form-of';
import { insertApartment, insertCondo } from '../../support/places';

const api = apiPerTest();

describe('fields of invalid rows', () => {
  it('are named whatever the file calls them and whatever their values hold', async () => {
    const condo = await insertCondo(api.db, 'Lac');
    const { invalid_rows } = await validate(
      api,
      'user_invite',
      `E-Mail;Rolle;Gebäude;Wohnung\nanna@example.com;Mieter;id ${condo};\n` +
        `"no; City ""9""";Mieter;Lac;7\n`,
    );
    const message = 'Apartment selection is required for this role (role "renter")';
    expect(invalid_rows.map(({ error, errors }) => ({ error, errors }))).toEqual([
      { error: `Wohnung: ${message}`, errors: [{ field: 'apartment_id', message }] },
      {
        error:
          'E-Mail "no; City "9"": Invalid email address; ' +
          `Wohnung "7": there is no such apartment in building ${condo}`,
        errors: [
          { field: 'email', message: 'Invalid email address' },
          {
            field: 'apartment_id',
            message: `there is no such apartment in building ${condo}`,
          },
        ],
      },
    ]);
  });

  it('are named by the checks against the database, and when rows are created', async () => {
    const rows = [{ row_number: 2, condo_id: 99, apartment_number: '1' }];
    const errors = [{ field: 'condo_id', message: 'there is no building with this id' }];
    const { invalid_rows } = await validate(api, 'apartment', 'Haus,Nr\n99,1\n', {
      columns: JSON.stringify({ Haus: 'condo_id', Nr: 'apartment_number' }),
    });
    expect(invalid_rows).toMatchObject([{ errors }]);
    expect(await create(api, 'apartment', rows)).toMatchObject({
      created: 0,
      errors: [{ errors }],
    });
  });

  it('are none where the row as a whole is the reason', async () => {
    const { invalid_rows } = await validate(
      api,
      'condo',
      'name,address,city,state,zip_code,country\nA,B,C,D,E,F,surplus\n',
    );
    expect(invalid_rows).toMatchObject([{ errors: [] }]);
  });
});

describe('errors', () => {
  it.each([
    ['an empty file', 'condo', '', 'The file is empty'],
    ['a web page', 'condo', '<html><table>', 'HTML'],
    ['a PDF', 'condo', '%PDF-1.7', 'PDF'],
    ['a cut-off workbook', 'condo', 'PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'damaged'],
    ['blank rows', 'condo', '\n\n;;;\n', 'no rows'],
  ])('%s', async (_what, type, content, detail) => {
    const response = await postFile(api, type, content);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(detail);
  });

  it('an unknown type, no file, rows that are not a list', async () => {
    expect((await postFile(api, 'ships', 'a')).status).toBe(422);
    expect((await api.call('POST', '/admin/bulk-validate', new FormData())).status).toBe(422);
    for (const rows of ['', 'nonsense', '{}', '[1]', '[{}', '[{}]x']) {
      const response = await postRows(api, 'condo', rows);
      expect([rows, response.status]).toEqual([rows, 422]);
    }
    expect((await api.call('POST', '/admin/bulk-create', { type: 'condo' })).status).toBe(415);
  });

  it('a file name that no database keeps, before anything is imported', async () => {
    const form = formOf({ type: 'condo', rows: '[{}]', file_name: 'a\0b.csv' });
    const error = fieldError('file_name', 'must not contain NUL characters');
    expect(await errorOf(api.call('POST', '/admin/bulk-create', form))).toEqual(error);
  });

  it('names what is missing when the headings do not match', async () => {
    const { valid_rows, invalid_rows } = await validate(api, 'condo', 'foo,bar\n1,2\n');
    expect(valid_rows).toEqual([]);
    expect(invalid_rows).toHaveLength(1);
    expect(invalid_rows[0]?.error).toContain('"name" (Building Name)');
    expect(invalid_rows[0]?.error).toContain('"foo", "bar"');
  });
});

// docs/behaviour/imports.md: all errors of a row at once.
async function errorsOf(type: string, file: string): Promise<string[]> {
  const { invalid_rows } = await validate(api, type, file);
  return invalid_rows.map(({ error }) => error);
}

it('a row with an invalid field is compared with the database by its other fields', async () => {
  const condo = await insertCondo(api.db, 'Lac');
  await insertApartment(api.db, condo, '1');
  expect(
    await errorsOf(
      'user_invite',
      `email,role,condo_id,apartment_id\nnobody,renter,9999,\nnobody,chief,Lac,77\n`,
    ),
  ).toEqual([
    'email "nobody": Invalid email address; ' +
      'apartment_id: Apartment selection is required for this role (role "renter"); ' +
      'condo_id "9999": there is no building with this id',
    'email "nobody": Invalid email address; role "chief": Please select a valid role; ' +
      `apartment_id "77": there is no such apartment in building ${condo}`,
  ]);
  expect(
    await errorsOf('apartment', `condo_id,apartment_number,floor_number\nLac,1,0\nNowhere,1,0\n`),
  ).toEqual([
    'floor_number "0": Floor number must be at least 1; ' +
      `apartment_number "1": building ${condo} already has an apartment with this number`,
    'floor_number "0": Floor number must be at least 1; ' +
      'condo_id "Nowhere": there is no building with this name',
  ]);
});

it('a row with an invalid field keeps what the file says', async () => {
  await insertCondo(api.db, 'Lac');
  const file = 'condo_id,apartment_number,floor_number\nLac,1,0\n';
  const { invalid_rows } = await validate(api, 'apartment', file);
  expect(invalid_rows[0]?.row).toMatchObject({ condo_id: 'Lac', floor_number: '0' });
});

it('a row with an invalid field makes no valid row after it a duplicate, and is one of a valid row before it', async () => {
  const heading = 'name,address,city,state,zip_code,country';
  expect(await errorsOf('condo', `${heading}\nA,B,,D,1,E\nA,B,C,D,1,E\nA,B,,D,1,E\n`)).toEqual([
    'city: City/Town/Commune is required',
    'city: City/Town/Commune is required; name "A": row 3 has the same name, address and zip code',
  ]);
});
