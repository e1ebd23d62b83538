import * as XLSX from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { openSheet } from '~/imports/formats/open-sheet';
import { SheetError } from '~/imports/formats/sheet-row';
import { collect } from '../../support/collect';
import { bookFile, GRID, writeWorkbook } from '../../support/sheet-files';
import { CPU_LIMIT_SECONDS, cpuOf } from '../../support/cpu';
import { repack, withTwoDirectories, writeZip } from '../../support/zip';

async function read(bytes: Buffer, sheet?: string) {
  const { source, rowChunks } = await openSheet(bytes, { sheet, findTable: () => null });
  const rows = (await collect(rowChunks())).flat().map(({ number, cells }) => [number, cells]);
  return { source, rows };
}
const errorOf = (bytes: Buffer, sheet?: string): Promise<string> =>
  read(bytes, sheet).then(
    () => 'read',
    (error: unknown) => (error instanceof SheetError ? error.message : String(error)),
  );
const utf8 = (text: string) => Buffer.from(text, 'utf8');

describe('CSV', () => {
  it.each([
    ['comma', utf8('a,b\n1,"x, y"\n'), 'comma', 'UTF-8'],
    ['semicolon', utf8('a;b\n1;"x, y"\n'), 'semicolon', 'UTF-8'],
    ['tab', utf8('a\tb\n1\tx, y\n'), 'tab', 'UTF-8'],
    ['pipe', utf8('a|b\n1|x, y\n'), 'pipe', 'UTF-8'],
    ['sep=', utf8('sep=;\r\na;b\r\n1;"x, y"\r\n'), 'semicolon', 'UTF-8'],
    ['BOM', utf8('\uFEFFa,b\n1,"x, y"\n'), 'comma', 'UTF-8 with BOM'],
    ['UTF-16LE', Buffer.from('\uFEFFa\tb\n1\tx, y\n', 'utf16le'), 'tab', 'UTF-16'],
    ['UTF-16BE', Buffer.from('\uFEFFa;b\n1;x, y\n', 'utf16le').swap16(), 'semicolon', 'UTF-16'],
    ['UTF-16 without mark', Buffer.from('a;b\n1;x, y\n', 'utf16le'), 'semicolon', 'UTF-16'],
  ])('%s', async (_name, bytes, delimiter, encoding) => {
    const { source, rows } = await read(bytes);
    expect(source).toEqual({ format: 'CSV', delimiter, encoding });
    expect(rows).toEqual([
      [1, ['a', 'b']],
      [2, ['1', 'x, y']],
    ]);
  });

  it('Windows-1252, as Excel in Switzerland saves', async () => {
    const bytes = Buffer.from([0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68, 0x3b, 0x80, 0x0a]);
    expect(await read(bytes)).toEqual({
      source: { format: 'CSV', delimiter: 'semicolon', encoding: 'Windows-1252' },
      rows: [[1, ['Zürich', '€']]],
    });
  });

  it('counts rows as a spreadsheet does: blank lines count, line breaks in quotes do not', async () => {
    const { rows } = await read(utf8('a,b\r\n\r\n"1\r\n2",x\r\n,\r\n3,y'));
    expect(rows).toEqual([
      [1, ['a', 'b']],
      [3, ['1\r\n2', 'x']],
      [5, ['3', 'y']],
    ]);
  });
});

describe.each(['xlsx', 'biff8'] as const)('%s', (format) => {
  it('reads dates, formulas by their value, and the sheet that is asked for', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([['when', 'sum']]);
    sheet.A2 = { t: 'n', v: 36_161, z: 'dd.mm.yyyy' };
    sheet.B2 = { t: 'n', v: 7, f: '3+4' };
    sheet['!ref'] = 'A1:B2';
    const book = XLSX.utils.book_new(sheet, 'Dates');
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([]), 'Empty');
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['other']]), 'Ünter & "x"');
    const written = bookFile(book, format);
    const dates = await read(written);
    expect(dates.source.sheets).toEqual(['Dates', 'Ünter & "x"']);
    expect(dates.rows[1]).toMatchObject([2, [{ value: '1999-01-01', shown: '01.01.1999' }, 7]]);
    expect((await read(written, 'Ünter & "x"')).rows).toEqual([[1, ['other']]]);
    expect(await errorOf(written, 'Nowhere')).toBe('The workbook has no sheet "Nowhere"');
  });

  it('rejects a truncated file', async () => {
    const bytes = writeWorkbook({ Grid: GRID }, format);
    expect(await errorOf(bytes.subarray(0, bytes.length >> 1))).toContain('damaged');
  });
});

/** The parts of a workbook whose size is not what the archive says. */
const lies = (name: string) => /(?:sharedStrings|sheet1)\.xml$/.test(name);

describe('errors', () => {
  const biff5 = writeWorkbook({ Grid: GRID }, 'biff5');
  const bomb = Buffer.alloc(160 * 1024 * 1024, 0x20);
  const filePass = writeWorkbook({ Grid: GRID }, 'biff8');
  // The record after the BOF of 20 bytes.
  filePass.writeUInt16LE(0x2f, filePass.indexOf(Buffer.from('0908100000060500', 'hex')) + 20);

  it.each([
    ['Excel 95', biff5, 'Excel 95'],
    ['binary workbook', writeWorkbook({ Grid: GRID }, 'xlsb'), '.xlsb'],
    ['OpenDocument', writeWorkbook({ Grid: GRID }, 'ods'), '.ods'],
    [
      'another archive',
      writeZip([{ name: 'readme.txt', content: utf8('hello') }]),
      'not a workbook',
    ],
    [
      'a protected archive',
      writeZip([{ name: 'a', content: utf8('x'), claims: { flags: 1 } }]),
      'password',
    ],
    [
      'a protected workbook',
      Buffer.concat([biff5.subarray(0, 512), Buffer.from('EncryptedPackage', 'utf16le')]),
      'password',
    ],
    ['a protected workbook of Excel 97', filePass, 'password'],
    ['a web page', utf8('\uFEFF <!DOCTYPE html><table>'), 'HTML'],
    [
      'an XML spreadsheet',
      utf8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
      'XML Spreadsheet 2003',
    ],
    [
      'a bomb',
      writeZip([{ name: 'xl/worksheets/sheet1.xml', content: bomb }]),
      'larger than 150 MB once unpacked',
    ],
    [
      'too many parts',
      writeZip(
        Array.from({ length: 2001 }, (_, index) => ({ name: `p${index}`, content: utf8('') })),
      ),
      'at most 2000',
    ],
  ])('%s', async (_name, bytes, text) => {
    const work = async () => expect(await errorOf(bytes)).toContain(text);
    expect(await cpuOf(work)).toBeLessThan(CPU_LIMIT_SECONDS);
  });

  // Readers that know ZIP64 use its directory where the end record refers to it.
  it.each([
    ['size', 'ZIP64'],
    ['count', 'ZIP64'],
    ['start', 'ZIP64'],
    ['none', null],
  ] as const)('a second, ZIP64 directory, marked by %s', async (mark, error) => {
    const small = repack(writeWorkbook({ Grid: GRID }, 'xlsx'), (_name, content) => content);
    const large = repack(small, (name, content) => (name === 'xl/styles.xml' ? bomb : content));
    expect(await errorOf(withTwoDirectories(small, large, mark))).toContain(error ?? 'read');
    const other = await errorOf(withTwoDirectories(large, small, mark));
    expect(other).toContain(error ?? 'larger than 150 MB once unpacked');
  });

  it('a bomb that lies about its size', async () => {
    const lying = repack(
      writeWorkbook({ Grid: GRID }, 'xlsx'),
      (name, content) => (lies(name) ? bomb : content),
      (name) => (lies(name) ? { unpackedBytes: 1000 } : undefined),
    );
    const work = async () => expect(await errorOf(lying)).toContain('damaged');
    expect(await cpuOf(work)).toBeLessThan(CPU_LIMIT_SECONDS);
  });
});
