import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readImport } from '../../support/read-rows';
import { textCells, writtenWorkbook, type WrittenSheet } from '../../support/written-workbook';

// docs/behaviour/imports.md: what a workbook hides is read and counted, but for its hidden sheets.

const HEADINGS = ['Wohnungsnummer', 'Etage', 'Bemerkungen', 'Intern'];
const ROWS = [
  ['Liste', '', '', ''],
  HEADINGS,
  ['1', '1', 'Süd', 'x'],
  ['2', '1', 'Nord', 'y'],
  HEADINGS,
  ['3', '2', '', 'z'],
];
const SHEET: WrittenSheet = { name: 'Liste', rows: textCells(ROWS) };

const read = (...sheets: WrittenSheet[]) =>
  readImport('apartment', writtenWorkbook(sheets), { condoId: 7 });

const numbersOf = (rows: ReadonlyArray<Record<string, unknown>>) =>
  rows.map((row) => row.apartment_number);

describe('rows and columns that are hidden', () => {
  it('are read, and counted where they are data', async () => {
    // A title, repeated headings and a row beyond the last one are none.
    const sheet: WrittenSheet = {
      ...SHEET,
      hiddenRows: [1, 4, 5, 6, 9],
      hiddenColumns: [
        [2, 2],
        [4, 4],
      ],
    };
    const { head, valid, hiddenRows, leftOut } = await read(sheet);
    expect(numbersOf(valid)).toEqual(['1', '2', '3']);
    expect({ hiddenRows, leftOut }).toEqual({ hiddenRows: 2, leftOut: 1 });
    // A column that is not read is no surprise.
    expect(head?.hidden_columns).toEqual(['Etage']);
  });

  it('are not said where nothing is hidden', async () => {
    const { head, hiddenRows } = await read(SHEET);
    expect(hiddenRows).toBe(0);
    expect(head).not.toHaveProperty('hidden_columns');
    expect(head?.source).not.toHaveProperty('hidden_sheets');
  });

  it('are counted in the sheet that is read, of several', async () => {
    const cover = { name: 'Deckblatt', rows: textCells([['Bitte lesen']]), hiddenRows: [1] };
    const { head, hiddenRows } = await read(cover, { ...SHEET, hiddenRows: [3] });
    expect(head?.source?.sheet).toBe('Liste');
    expect(hiddenRows).toBe(1);
  });

  it.each(['xlsx', 'xls'])('are counted in a file of LibreOffice: %s', async (format) => {
    const bytes = await readFile(`tests/fixtures/trade/hidden.${format}`);
    const { head, valid, hiddenRows } = await readImport('apartment', bytes, { condoId: 7 });
    expect(numbersOf(valid)).toEqual(['1', '2', '3', '4']);
    expect(hiddenRows).toBe(2);
    expect(head?.hidden_columns).toEqual(['Etage']);
  });

  it.each([
    ['one range', [[1, 2_000_000_000]]],
    ['many ranges', Array.from({ length: 9_000 }, () => [1, 16_384])],
    [
      'one after a range that ends before it begins',
      [
        [30_000, 1],
        [1, 20_000],
      ],
    ],
    [
      'one after a range without numbers',
      [
        [NaN, NaN],
        [1, 20_000],
      ],
    ],
  ] as const)('are no more columns than a sheet can have: %s', async (_what, ranges) => {
    const hiddenColumns = ranges.map(([first, last]) => [first, last] as const);
    const { head, failure } = await read({ ...SHEET, hiddenColumns });
    expect(head).toBeUndefined();
    expect(failure).toMatchObject({ code: 'file_damaged' });
  });
});

describe('a hidden sheet', () => {
  const old: WrittenSheet = { ...SHEET, name: 'Alt', hidden: true };
  const cover: WrittenSheet = {
    name: 'Deckblatt',
    rows: textCells([['Bitte lesen'], ['Fragen?']]),
  };

  it.each([
    ['beside a table', [old, SHEET], 'Liste'],
    ['beside a sheet without the headings', [cover, old], 'Deckblatt'],
  ])('is not read, but named if it has the headings: %s', async (_what, sheets, sheet) => {
    const { head } = await read(...sheets);
    expect(head?.source).toMatchObject({ sheet, hidden_sheets: ['Alt'] });
  });

  it('is not named without the headings, or without rows', async () => {
    const bare = { ...old, rows: old.rows.slice(0, 2) };
    const { head } = await read(SHEET, { ...cover, hidden: true }, bare);
    expect(head?.source).not.toHaveProperty('hidden_sheets');
  });

  it('is named as well where no other one has rows, and it is read', async () => {
    const { head, valid } = await read({ name: 'Leer', rows: [] }, old);
    expect(head?.source).toMatchObject({ sheet: 'Alt', hidden_sheets: ['Alt'] });
    expect(numbersOf(valid)).toEqual(['1', '2', '3']);
  });
});
