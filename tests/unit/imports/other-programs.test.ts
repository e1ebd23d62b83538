import { readFile } from 'node:fs/promises';
import * as XLSX from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openSheet } from '~/imports/formats/open-sheet';
import { isShown, type Cell, type SheetCell } from '~/imports/formats/sheet-row';
import { z } from '~/fields/zod';
import { collect } from '../../support/collect';
import { must } from '../../support/must';
import { readImport } from '../../support/read-rows';
import { bookFile } from '../../support/sheet-files';

const FOLDER = 'tests/fixtures/sheets';
const load = (name: string) => readFile(`${FOLDER}/${name}`);

async function readSheet(bytes: Buffer, sheet?: string): Promise<Map<number, Cell[]>> {
  const { rowChunks } = await openSheet(bytes, { sheet, findTable: () => null });
  const rows = (await collect(rowChunks())).flat();
  return new Map(rows.map(({ number, cells }) => [number, cells.map(valueOf)]));
}

const valueOf = (cell: SheetCell): Cell => (isShown(cell) ? cell.value : cell);

/** Sheets, and their merged cells: openpyxl leaves all but the first of each out. */
const CASES: ReadonlyArray<
  readonly [
    file: string,
    read: string,
    sheet: string,
    merged: ReadonlyArray<readonly [string, Cell]>,
  ]
> = [
  ...(['libreoffice.xlsx', 'libreoffice.xls'] as const).flatMap(
    (file) =>
      [
        [
          file,
          'libreoffice.xlsx',
          'Gebäude & Höfe',
          ['1/1', '1/2', '1/3'].map((place) => [place, 'Liegenschaften 2026'] as const),
        ],
        [file, 'libreoffice.xlsx', 'Zweites Blatt', []],
      ] as const,
  ),
  ...(['openpyxl.xlsx', 'openpyxl-1904.xlsx'] as const).flatMap(
    (file) =>
      [
        [file, file, 'Appartements', [['3/6', 'ligne 1\nligne 2']]],
        [file, file, 'Formats', []],
        [file, file, 'Caché', []],
      ] as const,
  ),
];

describe('agrees cell by cell', () => {
  it.each(CASES)('with openpyxl: %s as %s, %s', async (file, read, name, merged) => {
    const schema = z.record(z.string(), z.record(z.string(), z.array(z.array(z.unknown()))));
    const values = schema.parse(JSON.parse((await load('values.json')).toString()));
    const expected = must(values[read]?.[name], name);
    const ours = await readSheet(await load(file), name);
    const filled = new Map(merged);
    for (const [row, cells] of expected.entries()) {
      for (const [column, cell] of cells.entries()) {
        const place = `${row + 1}/${column}`;
        const own = ours.get(row + 1)?.[column] ?? null;
        expect([place, own]).toEqual([place, filled.get(place) ?? cell]);
      }
    }
    expect(expected.length).toBeGreaterThan(0);
  });

  it.each([
    ['libreoffice-windows-1252.csv', 'windows-1252', ';'],
    ['libreoffice-utf-16.csv', 'utf-16le', '\t'],
  ])('with csv-parse: %s', async (file, encoding, delimiter) => {
    const bytes = await load(file);
    const records: unknown[] = parse(new TextDecoder(encoding).decode(bytes), { delimiter });
    const ours = await readSheet(bytes);
    expect(ours.size).toBeGreaterThan(0);
    for (const [number, cells] of ours) expect(cells).toEqual(records[number - 1]);
  });
});

describe('one list of buildings, however it is saved', () => {
  it.each([
    'libreoffice.xlsx',
    'libreoffice.xls',
    'libreoffice-windows-1252.csv',
    'libreoffice-utf-16.csv',
  ])('%s', async (file) => {
    const shared = { country: 'Schweiz', website: null };
    expect(await readImport('condo', await load(file))).toMatchObject({
      rejected: [expect.stringMatching('^Beschreibung "#DIV/0!": the cell holds an error')],
      valid: [
        {
          ...shared,
          row_number: 3,
          name: 'Hof am See',
          address: 'Zürichstrasse 1',
          city: 'Genève',
          state: 'GE',
          zip_code: '01003',
          date_built: '1998-05-01',
          number_of_units: 12,
          description: 'Zeile eins\nZeile zwei; «Zitat» "x"',
        },
        {
          ...shared,
          row_number: 4,
          name: 'Haus  zwei',
          address: 'Allee 2',
          city: 'Lausanne',
          state: 'VD',
          zip_code: '0052',
          date_built: '2001-12-31',
          number_of_units: 7,
          description: 'TRUE',
        },
      ],
    });
  });

  it('looks past a hidden sheet', async () => {
    for (const file of ['openpyxl.xlsx', 'libreoffice.xls']) {
      const { source } = await openSheet(await load(file), { findTable: () => null });
      expect(source.sheet).toBe(file === 'openpyxl.xlsx' ? 'Appartements' : 'Gebäude & Höfe');
    }
  });
});

it.each(['xlsx', 'biff8'] as const)('dates before 1900, from LibreOffice: %s', async (bookType) => {
  const days = ['1583-01-01', '1850-02-28', '1899-12-28', '1899-12-29', '1900-03-01', '1987-05-12'];
  const sheet = XLSX.utils.aoa_to_sheet([['date_built']]);
  days.forEach((day, index) => {
    const serial = (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
    sheet[`A${index + 2}`] = { t: 'n', v: serial, z: 'yyyy-mm-dd' };
  });
  sheet['!ref'] = `A1:A${days.length + 1}`;
  const book = XLSX.utils.book_new(sheet, 'Buildings');
  const rows = await readSheet(bookFile(book, bookType));
  expect(days.map((_, index) => rows.get(index + 2)?.[0])).toEqual(days);
});
