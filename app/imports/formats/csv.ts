import { CSV_DELIMITERS } from '~/fields/csv-text';
import { csvRecords } from './csv-records';
import { sentence } from '~/language/sentence';
import { decodeText, findEncodings } from './encoding';
import {
  SheetError,
  isBlankCell,
  shownOf,
  type OpenedSheet,
  type RowChunks,
  type SheetCell,
  type SheetOptions,
  type SheetRow,
} from './sheet-row';

/** Length of the sample in which separator and headings are searched. */
const SAMPLE_CHARS = 64 * 1024;

/** Excel's own line `sep=;`, which is not a row. */
const DECLARATION = /^"?sep=(.)"?\r?(?:\n|$)/i;

/** Opens a delimited text file. Cells are texts as written: "01003" stays "01003". @throws SheetError */
export async function openCsv(bytes: Buffer, options: SheetOptions): Promise<OpenedSheet> {
  const likely = findEncodings(bytes, options.encoding);
  const ways = [];
  for (const encoding of likely) {
    const start = decodeText(bytes, encoding.encoding).next().value ?? '';
    ways.push({ ...encoding, ...(await findDelimiter(start, options)) });
  }
  // Several encodings may be likely. Those in which most headings are recognized are kept.
  const matched = Math.max(...ways.map((way) => way.matched));
  const open = ways.filter((way) => way.matched === matched);
  const [best] = open;
  const { encoding, name, char, marks, isWrapped } = best ?? { encoding: 'UTF-8', ...PLAIN };
  const encodings = open.map((way) => ({ encoding: way.encoding, sample: way.sample }));
  return {
    source: { format: 'CSV', encoding, delimiter: name, ...(open.length > 1 && { encodings }) },
    rowChunks: () => {
      const text = withoutDeclaration(decodeText(bytes, encoding));
      const records = csvRecords(isWrapped ? unwrapped(csvRecords(text, char)) : text, char);
      return readRows(records, marks);
    },
  };
}

/** Default for a text without separators and quotes. */
const PLAIN = { name: 'comma', char: ',', marks: undefined, isWrapped: false };

/** Quotation marks that some programs put around each cell in place of CSV's own. */
const MARKS = ["''", '``', '“”', '””', '““', '„“', '„”', '‘’', '‚‘', '«»', '»«'];

/** The marks around all headings; undefined if one heading lacks them. */
function marksOf(headings: readonly SheetCell[] = []): string | undefined {
  const texts = headings
    .filter((cell) => !isBlankCell(cell))
    .map((cell) => String(shownOf(cell)).trim());
  const isAround = ([open = '', close = '']: string) =>
    texts.every((cell) => cell.length > 2 && cell.startsWith(open) && cell.endsWith(close));
  return texts.length > 0 ? MARKS.find(isAround) : undefined;
}

/** Removes the marks around a cell. Returns null for a single mark: a separator has split the cell. */
function withoutMarks(cell: string, [open = '', close = '']: string): string | null {
  const text = cell.trim();
  const isOpened = text.startsWith(open);
  const isClosed = text.endsWith(close);
  if (!isOpened && !isClosed) return cell;
  if (!isOpened || !isClosed || text.length < 2) return null;
  const inner = text.slice(1, -1);
  return open === close ? inner.replaceAll(open + open, open) : inner;
}

/** Removes the quotes around whole lines. A list that was saved from one column has them. */
async function* unwrapped(
  chunks: AsyncIterable<ReadonlyArray<readonly string[]>>,
): AsyncGenerator<string, void, undefined> {
  let row = 0;
  for await (const records of chunks) {
    let text = '';
    for (const [line = '', ...others] of records) {
      row += 1;
      if (others.length > 0) throw new SheetError(sentence('row_not_csv', { row }));
      text += `${line}\n`;
    }
    yield text;
  }
}

async function* readRows(
  chunks: AsyncIterable<ReadonlyArray<readonly string[]>>,
  marks?: string,
): RowChunks {
  let number = 0;
  for await (const records of chunks) {
    const rows: SheetRow[] = [];
    for (const cells of records) {
      number += 1;
      if (cells.every(isBlankCell)) continue;
      const plain: ReadonlyArray<string | null> =
        marks === undefined ? cells : cells.map((cell) => withoutMarks(cell, marks));
      if (plain.includes(null)) throw new SheetError(sentence('row_not_csv', { row: number }));
      rows.push({ number, cells: plain });
    }
    yield rows;
  }
}

function* withoutDeclaration(chunks: Iterable<string>): Generator<string, void, undefined> {
  let isFirst = true;
  for (const chunk of withoutEnd(chunks)) {
    yield isFirst ? chunk.replace(DECLARATION, '') : chunk;
    isFirst = false;
  }
}

/** Removes Ctrl-Z, by which DOS marks the end of a file, unless text follows it. */
function* withoutEnd(chunks: Iterable<string>): Generator<string, void, undefined> {
  let held = '';
  for (const chunk of chunks) {
    let end = chunk.length;
    while (end > 0 && '\x1a\r\n'.includes(chunk.charAt(end - 1))) end -= 1;
    if (end > 0) yield held + chunk.slice(0, end);
    held = end > 0 ? chunk.slice(end) : held + chunk;
  }
  yield held.replaceAll('\x1a', '');
}

/**
 * Finds the separator, and the number of columns whose heading belongs to the import. A separator that gives
 * the import's headings comes first, then the one of Excel's `sep=` line, then the most even one.
 */
async function findDelimiter(start: string, { delimiter: chosen, findTable }: SheetOptions) {
  const declared = DECLARATION.exec(start)?.[1];
  const delimiters: Array<{ name: string; char: string }> = [...CSV_DELIMITERS];
  if (declared !== undefined && !delimiters.some(({ char }) => char === declared)) {
    delimiters.push({ name: `"${declared}"`, char: declared });
  }
  const text = start.slice(0, SAMPLE_CHARS).replaceAll('\x1a', '').replace(DECLARATION, '');
  const ways = [];
  for (const { name, char } of delimiters) {
    if (chosen !== undefined && name !== chosen) continue;
    const isAll = start.length <= SAMPLE_CHARS;
    const { rows, isBroken } = await sampleRows(csvRecords([text], char), isAll);
    // The text has nothing but separators.
    if (rows.length === 0 && !isBroken) return { ...PLAIN, name, char, matched: 0 };
    const inner = findTable(await innerRows(rows, text, char, isAll));
    const isWrapped = inner?.isComplete === true;
    const table = isWrapped ? inner : findTable(rows);
    const marks = marksOf(table?.row.cells);
    // A file of one column has no separator. The comma is preferred, since the format is named after it.
    const evenness = evennessOf(text, char, table?.index ?? 0) || (char === ',' ? 0.01 : 0);
    const { fit = 0, matched = 0, isComplete = false } = table ?? {};
    const above = isComplete ? (table?.row.number ?? 0) : 0;
    const isDeclared = char === declared;
    const own = { name, char, marks, isWrapped, matched };
    ways.push({ ...own, fit, above, evenness, isDeclared, isComplete, isBroken });
  }
  const [best] = ways.toSorted(
    (a, b) =>
      b.fit - a.fit ||
      a.above - b.above ||
      Number(b.isDeclared) - Number(a.isDeclared) ||
      b.evenness - a.evenness,
  );
  // The most even separator may leave a quote open. It is chosen all the same: the file is then rejected, and
  // the error names the quote.
  const [evenest] = ways.toSorted((a, b) => b.evenness - a.evenness);
  if (evenest?.isBroken && !best?.isComplete) return evenest;
  return best ?? { ...PLAIN, matched: 0 };
}

const isLine = ({ cells }: SheetRow) => cells.length === 1;

/** The rows of a text whose lines are each in one pair of quotes; empty for any other text. */
async function innerRows(
  rows: readonly SheetRow[],
  text: string,
  delimiter: string,
  isAll: boolean,
): Promise<readonly SheetRow[]> {
  if (!/^\s*"/.test(text) || !rows.every(isLine)) return [];
  const lines = unwrapped(csvRecords([text], delimiter));
  const { rows: inner } = await sampleRows(csvRecords(lines, delimiter), isAll);
  return inner.every(isLine) ? [] : inner;
}

/** The rows of a sample; the last one of a longer text may be cut off. */
async function sampleRows(
  records: AsyncIterable<ReadonlyArray<readonly string[]>>,
  isWhole: boolean,
) {
  const rows: SheetRow[] = [];
  let isBroken = false;
  try {
    for await (const chunk of readRows(records)) {
      for (const row of chunk) rows.push(row);
      if (!isWhole) break;
    }
  } catch (error) {
    // Not reported here: the chosen separator reads the whole file again, and rejects it then.
    if (!(error instanceof SheetError)) throw error;
    isBroken = true;
  }
  return { rows, isBroken };
}

/**
 * Score of a separator: rows with as many separators as the headings count for it, other rows against it.
 * Quoted texts are ignored.
 */
function evennessOf(text: string, char: string, headings: number): number {
  const lines = text.replaceAll(/"[^"]*"/g, 'x').split(/[\r\n]+/);
  const counts = lines
    .filter((line) => /[^\s,;|]/.test(line))
    .map((line) => line.split(char).length - 1);
  const count = counts[headings] ?? 0;
  if (count === 0) return 0;
  const agreeing = counts.filter((other) => other === count).length;
  return (agreeing / counts.length) * (1 + Math.log2(count));
}
