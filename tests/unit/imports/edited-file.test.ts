import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBulkValidation, rowNumberOf } from '~/imports/bulk-reading';
import { isValid, toInvalidRow } from '~/imports/rows/row';
import { stayingRows, toEditedFile } from '~/imports/screens/bulk-files';
import { editedFields } from '~/imports/screens/import-state';
import { answered } from '../../support/answered';
import { readImport } from '../../support/read-rows';

// Rows that are edited on the screen are written as a file of their own (docs/behaviour/imports.md).

const HEADINGS = 'Name;Adresse;Nr.;PLZ;Ort;Kanton;Land';
const REST = 'Zürich;ZH;Schweiz';
/** Lines of each kind, by the number that makes them differ. */
const KINDS = {
  valid: (at: number) => [`Haus ${at};Weg;${at};8001;${REST}`],
  withoutZip: (at: number) => [`Haus ${at};Weg;${at};;${REST}`],
  tooManyCells: (at: number) => [`Haus ${at}; Hinterhaus;Weg;${at};8001;${REST}`],
  twoNumbers: (at: number) => [`Haus ${at};Weg ${at};${at + 500};8001;${REST}`],
  madeDate: (at: number) => [`Haus ${at};Weg;${(at % 28) + 1}. Mai;8001;${REST}`],
  formula: (at: number) => [`Haus ${at};=A${at}&B${at};;8001;${REST}`],
  title: (at: number) => [`Block ${at}`, HEADINGS],
} as const;
const kinds = fc.constantFrom(...Object.values(KINDS));

const numbers = (rows: readonly unknown[]) => rows.map(rowNumberOf);
const sorted = (all: ReadonlyArray<number | null>) => all.toSorted((a, b) => Number(a) - Number(b));

async function readText(text: string) {
  const { head: reading, rows, valid: valid_rows } = await readImport('condo', text);
  const invalid_rows = rows.filter((row) => !isValid(row)).map(toInvalidRow);
  const validation = await readBulkValidation(answered({ valid_rows, invalid_rows, reading }));
  return { ...validation, type: 'condo' as const, fileName: 'a.csv', key: 'key' };
}

it('editing one row never makes another row valid', async () => {
  const files = fc.array(fc.record({ lines: kinds, isEdited: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(files, async (parts) => {
      const lines = parts.flatMap(({ lines: make }, at) => make(at + 1));
      const before = await readText([HEADINGS, ...lines].join('\n'));
      const isEdited = (index: number) => parts[index % parts.length]?.isEdited === true;
      const edits = new Map(
        before.invalidRows.flatMap(({ fields }, index) =>
          isEdited(index) && fields.includes('zip_code')
            ? [[index, { zip_code: '8001' }] as const]
            : [],
        ),
      );
      const file = await toEditedFile(before, edits, editedFields(before), 'a.csv');
      const after = await readText(await file.text());
      const staying = stayingRows(before.invalidRows, edits);
      const edited = [...edits.keys()].map((index) => rowNumberOf(before.invalidRows[index]?.row));
      const mayBeValid = new Set([...before.numbers, ...edited]);
      expect(after.numbers.filter((number) => !mayBeValid.has(number))).toEqual([]);
      // Nothing is lost, and nothing is there twice.
      const rejected = [...after.invalidRows, ...staying].map(({ row }) => row);
      const all = before.invalidRows.map(({ row }) => row);
      expect(sorted([...after.numbers, ...numbers(rejected)])).toEqual(
        sorted([...before.numbers, ...numbers(all)]),
      );
    }),
  );
});

it('a value that another column contradicts is not taken because another row was edited', async () => {
  const before = await readText(
    [
      'Name;Adresse;PLZ/Ort;Ort;Kanton;Land',
      'Haus 1;Weg 1;8001 Zürich;Bern;ZH;Schweiz',
      'Haus 2;Weg 2;8001 Zürich;Zürich;;Schweiz',
    ].join('\n'),
  );
  const edits = new Map([[1, { state: 'ZH' }]]);
  const file = await toEditedFile(before, edits, editedFields(before), 'a.csv');
  expect((await readText(await file.text())).validRows.first).toMatchObject([{ row_number: 3 }]);
  expect(stayingRows(before.invalidRows, edits)).toMatchObject([{ row: { row_number: 2 } }]);
});

it('a row whose error is shown by the file alone is written once it was edited', async () => {
  const before = await readText(
    [HEADINGS, ...KINDS.twoNumbers(1), ...KINDS.tooManyCells(2)].join('\n'),
  );
  const edits = new Map([[0, { address: 'Weg 501' }]]);
  const file = await toEditedFile(before, edits, editedFields(before), 'a.csv');
  const after = await readText(await file.text());
  expect(after.validRows.first).toMatchObject([{ row_number: 2, address: 'Weg 501' }]);
  expect(stayingRows(before.invalidRows, edits)).toMatchObject([{ row: { row_number: 3 } }]);
});
