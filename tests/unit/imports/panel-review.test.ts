import * as XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { must } from '../../support/must';
import { named, toCsv, withCity } from '../../support/edited-exports';
import { bookFile } from '../../support/sheet-files';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';
import { externalReviews } from '../../support/panel-review';

/*
 * An edited export on an API of the wire contract alone: the panel compares it with the list. The
 * stand-in rejects each call outside the contract.
 */

const { external, exportRows, frames, review, reviewed } = externalReviews();

test('an export that comes back as it was changes nothing, also where a record breaks a rule', async () => {
  for (const [type, count] of [
    ['condo', 3],
    ['apartment', 2],
  ] as const) {
    expect(await review(await exportRows(type), type)).toEqual({
      changed: [],
      conflicts: [],
      new_rows: [],
      invalid_rows: [],
      unchanged: count,
      missing: 0,
    });
  }
  expect(external.violations).toEqual([]);
});

test('a record that was changed since the export is a conflict; a missing or emptied version too', async () => {
  const rows = await exportRows('condo');
  const [chalet, alp] = [named(rows, 'Chalet Zermatt'), named(rows, 'alpenblick')];
  Object.assign(must(external.data.condos[0], 'a building'), { city: 'Täsch' });
  const answer = await review([
    { ...chalet, city: 'Visp' },
    { ...alp, row_version: '', city: 'Visp' },
  ]);
  expect(answer.changed).toEqual([]);
  expect(answer.conflicts).toMatchObject([
    { id: 41, changes: [{ field: 'city', old: 'Täsch', new: 'Visp' }] },
    { id: 7, changes: [{ field: 'city', old: 'Zürich', new: 'Visp' }] },
  ]);
});

test('other headings first make no difference', async () => {
  const rows = await exportRows('condo');
  const edited = rows.flatMap((row) => (row.id === '7' ? withCity([row], 'Visp') : [row]));
  expect(await reviewed(toCsv(edited, ['city', 'row_version', 'zip_code', 'id']))).toMatchObject({
    changed: [{ id: 7, changes: [{ field: 'city', old: 'Zürich', new: 'Visp' }] }],
    invalid_rows: [],
    unchanged: 2,
  });
});

test("a workbook's own numbers and dates, and a guard against formulas", async () => {
  const { id, row_version } = named(await exportRows('condo'), 'Chalet Zermatt');
  const cells = {
    id: Number(id),
    row_version,
    date_built: new Date(Date.UTC(1998, 4, 12)),
    number_of_units: 4,
    zip_code: 3920,
    description: "'=1+1",
  };
  const sheet = XLSX.utils.json_to_sheet([cells], { cellDates: false, UTC: true });
  const book = XLSX.utils.book_new(sheet, 'Buildings');
  expect(await reviewed(bookFile(book, 'xlsx'))).toMatchObject({
    changed: [
      {
        changes: [
          // As CSV that a spreadsheet has saved as a workbook has it.
          { field: 'description', new: '=1+1' },
          { field: 'date_built', old: '1987-12-31', new: '1998-05-12' },
        ],
      },
    ],
  });
  const guarded = await review([{ id, row_version, description: "'=1+1" }]);
  expect(guarded.changed[0]?.changes).toMatchObject([{ field: 'description', new: '=1+1' }]);
});

test('a broken cell is invalid, also where it would clear a field, and in a new row', async () => {
  const { id, row_version } = named(await exportRows('condo'), 'Chalet Zermatt');
  const { text, formula, error } = cellXml;
  const rows = [
    ['id', 'row_version', 'description', 'website'].map(text),
    [text(id ?? ''), text(row_version ?? ''), formula('"Neu "&A2'), error('#REF!')],
    [text(''), text(''), formula('"Neu "&A2'), text('')],
  ];
  const answer = await reviewed(writtenWorkbook([{ name: 'Condos', rows }]));
  expect(answer).toMatchObject({ changed: [], conflicts: [], new_rows: [] });
  expect(answer.invalid_rows.map(({ error: why }) => why)).toEqual([
    expect.stringMatching('^website "#REF!": the cell holds.*; description "=.*": the formula has'),
    expect.stringMatching('^description "=.*": the formula has no result'),
  ]);
  const csv = await review([{ id, row_version, description: '#BEZUG!', website: '' }]);
  expect(csv.changed).toEqual([]);
  expect(csv.invalid_rows[0]?.error).toContain('the cell holds an error');
});

test('a new row that repeats a building is named', async () => {
  const chalet = named(await exportRows('condo'), 'Chalet Zermatt');
  const copy = { ...chalet, id: '', row_version: '' };
  const twin = { ...copy, name: 'Twin' };
  const answer = await review([copy, twin, { ...twin, name: 'TWIN' }]);
  expect(answer.new_rows).toMatchObject([{ name: 'Twin' }]);
  expect(answer.invalid_rows.map(({ error }) => error)).toEqual([
    expect.stringContaining('exists already (id 41)'),
    expect.stringContaining('row 3 has the same name, address and zip code'),
  ]);
});

test('apartments: a building by its name or id; the same file once more creates nothing twice', async () => {
  const [one] = await exportRows('apartment');
  const copy = { ...one, id: '', row_version: '' };
  const rows = [
    { ...one, condo_id: 'alpenblick' },
    { ...copy, apartment_number: '9', condo_id: 'alpenblick' },
    { ...copy, apartment_number: '8', condo_id: 'Nowhere' },
    { ...copy, apartment_number: '2b' },
  ];
  expect(await review(rows, 'apartment')).toMatchObject({
    changed: [{ id: 101, name: '1A', changes: [{ field: 'condo_id', old: 41, new: 7 }] }],
    new_rows: [{ apartment_number: '9', condo_id: 7 }],
    invalid_rows: [
      { errors: [{ field: 'condo_id' }] },
      { errors: [{ field: 'apartment_number' }] },
    ],
  });
  const first = must(external.data.apartments[0], 'an apartment');
  first.condo_id = 7;
  external.data.apartments.push({ ...first, id: 109, apartment_number: '9' });
  expect(await review(rows, 'apartment')).toMatchObject({
    changed: [],
    conflicts: [],
    new_rows: [],
    unchanged: 1,
    invalid_rows: [
      { errors: [{ field: 'apartment_number' }] },
      { errors: [{ field: 'condo_id' }] },
      { errors: [{ field: 'apartment_number' }] },
    ],
  });
  expect(external.violations).toEqual([]);
});

test('a file without our headings is none of ours, and nothing is listed for it', async () => {
  const { notes } = await frames(new File(['id;name\r\n1;A'], 'own.csv'));
  expect(notes).toEqual([{ kind: 'end', value: { comes_back: false } }]);
  expect(external.calls.map(({ name }) => name)).toEqual(['stats']);
});

test('an unreadable file is left to the API', async () => {
  const { notes } = await frames(new File(['PK\x03\x04 no workbook'], 'broken.xlsx'));
  expect(notes).toEqual([{ kind: 'end', value: { comes_back: false } }]);
});

test('a list that fails fails the review, and a stranger has no file read', async () => {
  const file = new File([toCsv(await exportRows('condo'))], 'edited.csv');
  external.break('listCondos', { kind: 'status', status: 503, body: { detail: 'Busy' } });
  const { notes, text } = await frames(file);
  expect(text).toBe('');
  expect(notes.at(-1)).toMatchObject({
    kind: 'error',
    value: { status: 503, detail: 'Busy' },
  });
  external.heal();
  external.expireTokens();
  await expect(frames(file)).rejects.toMatchObject({ status: 401 });
});
