import type { BulkType } from '~/imports/schema';
import { readImport } from '../../support/read-rows';
import { cellXml, writtenWorkbook } from '../../support/written-workbook';

/* Lists of apartments, as workbooks written by hand and as CSV files. */

const { text, empty } = cellXml;

/** The reason for an invalid cell with an error of a spreadsheet. */
export const ERROR = 'the cell holds an error. Correct or empty it in the spreadsheet';

export const APARTMENT_HEADINGS = [
  'Gebäude',
  'Nummer',
  'Etage',
  'Zimmer',
  'Fläche',
  'Bemerkungen',
].map(text);

export const apartment = (number: string, notes = empty()) => [
  text('Haus elf'),
  number,
  empty(),
  empty(),
  empty(),
  notes,
];

/** Reads a workbook with these rows of cells below the headings. */
export function units(
  rows: readonly string[][],
  formats: readonly string[] = [],
  merged: string[] = [],
) {
  const sheet = { name: 'Wohnungen', rows: [APARTMENT_HEADINGS, ...rows], merged };
  return readImport('apartment', writtenWorkbook([sheet], formats));
}

export const fromCsv = (lines: readonly string[], type: BulkType = 'apartment') =>
  readImport(type, lines.join('\r\n'));
