import { expect, it } from 'vitest';
import { apiPerFile } from '../../support/api';
import { postFile, validate } from '../../support/bulk';
import { formOf } from '../../support/form-of';
import { textCells, writtenWorkbook } from '../../support/written-workbook';

// docs/behaviour/imports.md: how a CSV file is read, and what is asked where that is open.

const api = apiPerFile();

const HEADINGS = 'Name;Adresse;Ort;Kanton;PLZ;Land';
/** ü and ö, as Macs, DOS and Windows write them. */
const house = (u: number, o: number) =>
  Buffer.concat([
    Buffer.from(`${HEADINGS}\nZ`),
    Buffer.from([u]),
    Buffer.from('rich H'),
    Buffer.from([o]),
    Buffer.from('fli;Weg 1;Bern;BE;3000;Schweiz\n'),
  ]);

it.each([
  ['Mac Roman', 0x9f, 0x9a],
  ['DOS 850', 0x81, 0x94],
  ['Windows-1252', 0xfc, 0xf6],
])('%s is told by its letters', async (encoding, u, o) => {
  const { valid_rows, reading } = await validate(api, 'condo', new Uint8Array(house(u, o)));
  expect(valid_rows).toMatchObject([{ name: 'Zürich Höfli' }]);
  expect(reading.source).toMatchObject({ encoding, delimiter: 'semicolon' });
});

/** "Bär" of a Mac is "Bèr" of DOS. */
const OPEN = new Uint8Array(
  Buffer.concat([
    Buffer.from(`${HEADINGS}\nB`),
    Buffer.from([0x8a]),
    Buffer.from('r;Weg 1;Bern;BE;3000;Schweiz\n'),
  ]),
);

it('asks for an encoding that is open before any row is valid', async () => {
  const { valid_rows, invalid_rows, reading } = await validate(api, 'condo', OPEN);
  expect(valid_rows).toEqual([]);
  expect(invalid_rows.map(({ error }) => error)).toEqual([
    'The letters of the file can be read as "Bär" (Mac Roman), "Bèr" (DOS 850). Choose the encoding, or save the file as UTF-8',
  ]);
  expect(reading.source?.encodings).toEqual([
    { encoding: 'Mac Roman', sample: 'Bär' },
    { encoding: 'DOS 850', sample: 'Bèr' },
  ]);
  for (const [encoding, name] of [
    ['Mac Roman', 'Bär'],
    ['DOS 850', 'Bèr'],
  ] as const) {
    expect((await validate(api, 'condo', OPEN, { encoding })).valid_rows).toMatchObject([{ name }]);
  }
});

it('an edited export whose encoding is open is asked for before its review', async () => {
  const bytes = Buffer.concat([
    Buffer.from('id;row_version;Name\n1;x;B'),
    Buffer.from([0x8a]),
    Buffer.from('r\n'),
  ]);
  const file = new Uint8Array(bytes);
  const open = await validate(api, 'condo', file, { review: 'true' });
  expect(open.invalid_rows).toHaveLength(1);
  const review = await api.call(
    'POST',
    '/admin/bulk-review',
    formOf({ file: new File([file], 'a.csv'), type: 'condo', encoding: 'Mac Roman' }),
  );
  expect(await review.json()).toMatchObject({
    invalid_rows: [{ row: { id: 1, name: 'Bär' }, errors: [{ field: 'id' }] }],
  });
});

it('takes separator and heading row as chosen, and says what was left out', async () => {
  const row = 'Haus;Weg;Bern;BE;3000;Schweiz';
  const file = `Liste, Stand 2026\n${HEADINGS}\n${row}\n${HEADINGS}\n`;
  const { valid_rows, reading } = await validate(api, 'condo', file);
  expect(valid_rows).toMatchObject([{ row_number: 3, name: 'Haus' }]);
  expect(reading).toMatchObject({ heading_row: 2, left_out: 1 });
  expect(reading.first_rows).toHaveLength(4);
  const chosen = { delimiter: 'comma', heading_row: '1' };
  const other = await validate(api, 'condo', file, chosen);
  expect(other.reading).toMatchObject({ heading_row: 1, columns: [{ heading: 'Liste' }, {}] });
  for (const fields of [{ delimiter: ';' }, { encoding: 'latin1' }, { heading_row: 'x' }]) {
    expect((await postFile(api, 'condo', file, fields)).status).toBe(422);
  }
});

it('names columns without a heading whose values are not read', async () => {
  const rows = ['Name;Strasse;;PLZ;Ort;Kanton;Land', 'Haus;Seestrasse;12;8002;Zürich;ZH;Schweiz'];
  const { valid_rows, unread, reading } = await validate(api, 'condo', rows.join('\n'));
  expect(valid_rows).toMatchObject([{ address: 'Seestrasse', zip_code: '8002' }]);
  expect(unread).toEqual(['Column C']);
  expect(reading.columns[2]).toEqual({ heading: 'Column C', field: null });
  const blank = rows.map((row) => row.replace(';12;', ';;'));
  expect((await validate(api, 'condo', blank.join('\n'))).unread).toEqual([]);
});

it('says where another table begins, whatever the database has', async () => {
  const rows = [
    HEADINGS,
    'Haus 1;Weg 1;Bern;BE;3000;Schweiz',
    'Nom;Adresse;NPA;Localité;Canton;Pays',
    'Haus 2;Weg 2;3000;Bern;BE;Schweiz',
  ];
  const { valid_rows, invalid_rows } = await validate(api, 'condo', rows.join('\n'));
  expect(valid_rows).toMatchObject([{ name: 'Haus 1' }]);
  expect(invalid_rows.map(({ row, error }) => [row.row_number, error])).toEqual([
    [3, 'Another table begins in row 3. Import it as a file of its own'],
    [4, 'Another table begins in row 3. Import it as a file of its own'],
  ]);
});

it('counts the rows and names the columns and sheets that a workbook hides', async () => {
  const rows = textCells([HEADINGS.split(';'), 'Haus;Weg 1;Bern;BE;3000;Schweiz'.split(';')]);
  const file = writtenWorkbook([
    { name: 'Liste', rows, hiddenRows: [2], hiddenColumns: [[4, 4]] },
    { name: 'Alt', rows, hidden: true },
  ]);
  const { valid_rows, reading } = await validate(api, 'condo', new Uint8Array(file));
  expect(valid_rows).toMatchObject([{ name: 'Haus', state: 'BE' }]);
  expect(reading).toMatchObject({ hidden_rows: 1, hidden_columns: ['Kanton'] });
  expect(reading.source).toMatchObject({ sheet: 'Liste', hidden_sheets: ['Alt'] });
});
