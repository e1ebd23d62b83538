import { readFile } from 'node:fs/promises';
import * as XLSX from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { runJob } from '~/imports/rows/run-job';
import { openSheet } from '~/imports/formats/open-sheet';
import { dateText, type Cell } from '~/imports/formats/sheet-row';
import { z } from '~/fields/zod';
import { collect } from '../../support/collect';
import { must } from '../../support/must';
import { readRows } from '../../support/read-rows';
import { bookFile, GRID, writeWorkbook } from '../../support/sheet-files';

const FOLDER = 'tests/fixtures/sheets';
const load = (name: string) => readFile(`${FOLDER}/${name}`);

async function readSheet(bytes: Buffer, sheet?: string): Promise<Map<number, readonly Cell[]>> {
  const { rowChunks } = await openSheet(bytes, sheet);
  return new Map((await collect(rowChunks)).flat().map(({ number, cells }) => [number, cells]));
}

/** A cell's value in SheetJS; its displayed text where the format adds leading zeros. */
function sheetJsCell(cell: XLSX.CellObject | undefined, date1904: boolean): Cell {
  if (!cell || cell.v === undefined || cell.t === 'z') return null;
  if (cell.t === 'e') return cell.w ?? null;
  if (cell.t !== 'n') return cell.v instanceof Date ? dateText(cell.v) : cell.v;
  const value = Number(cell.v);
  if (showsDate(String(cell.z ?? ''))) {
    const days = value + (date1904 ? 1462 : 0);
    return dateText(new Date(Date.UTC(1899, 11, 30) + days * 86_400_000));
  }
  return Number.isInteger(value) && /^0\d+$/.test(cell.w ?? '') ? (cell.w ?? null) : value;
}

/** Whether a number format shows a date: what is left without quoted texts and locales names days, months or hours. */
function showsDate(format: string): boolean {
  return /[dmyhs]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|General/g, ''));
}

function isCell(value: unknown): value is XLSX.CellObject {
  return typeof value === 'object' && value !== null && 't' in value;
}

const CASES = [
  ['libreoffice.xlsx', 'Gebäude & Höfe'],
  ['libreoffice.xlsx', 'Zweites Blatt'],
  ['libreoffice.xls', 'Gebäude & Höfe'],
  ['libreoffice.xls', 'Zweites Blatt'],
  ['openpyxl.xlsx', 'Appartements'],
  ['openpyxl.xlsx', 'Formats'],
  ['openpyxl.xlsx', 'Caché'],
  ['openpyxl-1904.xlsx', 'Appartements'],
  ['openpyxl-1904.xlsx', 'Formats'],
] as const;

describe('agrees cell by cell', () => {
  it.each([
    ...CASES.map(([file, name]) => [file, name, () => load(file)] as const),
    ...(['xlsx', 'biff8'] as const).map(
      (format) => [format, 'Grid', async () => writeWorkbook({ Grid: GRID }, format)] as const,
    ),
  ])('with SheetJS: %s, %s', async (_file, name, open) => {
    const bytes = await open();
    const ours = await readSheet(bytes, name);
    const book = XLSX.read(bytes, { cellNF: true, cellText: true });
    const sheet = must(book.Sheets[name], name);
    const cells = new Map<string, unknown>(Object.entries(sheet));
    const { e: end } = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1');
    const date1904 = book.Workbook?.WBProps?.date1904 === true;
    let filled = 0;
    for (let row = 0; row <= end.r; row += 1) {
      for (let column = 0; column <= end.c; column += 1) {
        const address = XLSX.utils.encode_cell({ r: row, c: column });
        const cell = cells.get(address);
        const expected = sheetJsCell(isCell(cell) ? cell : undefined, date1904);
        expect([address, ours.get(row + 1)?.[column] ?? null]).toEqual([address, expected]);
        if (expected !== null) filled += 1;
      }
    }
    expect(filled).toBeGreaterThan(0);
  });

  const workbooks = CASES.filter(([file]) => file.endsWith('.xlsx'));

  it.each(workbooks)('with openpyxl: %s, %s', async (file, name) => {
    const schema = z.record(z.string(), z.record(z.string(), z.array(z.array(z.unknown()))));
    const values = schema.parse(JSON.parse((await load('values.json')).toString()));
    const expected = must(values[file]?.[name], name);
    const ours = await readSheet(await load(file), name);
    const plain = expected.map((cells, row) =>
      cells.map((cell, column) => {
        const own = ours.get(row + 1)?.[column] ?? null;
        // openpyxl gives the number alone where the format shows zeros before it.
        return typeof own === 'string' && /^0\d+$/.test(own) && typeof cell === 'number'
          ? Number(own)
          : own;
      }),
    );
    expect(plain).toEqual(expected);
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
    const job = { input: 'file', type: 'condo' } as const;
    expect(await readRows(runJob(job, await load(file)))).toMatchObject({
      rejected: [],
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
        {
          ...shared,
          row_number: 7,
          name: 'Drei',
          address: 'Quai 3',
          city: 'Sion',
          state: 'VS',
          zip_code: '0100',
          date_built: '2010-02-28',
          number_of_units: 1234,
          description: '#DIV/0!',
        },
      ],
    });
  });

  it('looks past a hidden sheet', async () => {
    for (const file of ['openpyxl.xlsx', 'libreoffice.xls']) {
      const { source } = await openSheet(await load(file));
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
