import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { findDelimiter } from './delimiter';
import { decodeText } from './encoding';
import { SheetError } from './sheet-error';
import { isBlankRow, type OpenedSheet, type SheetRow } from './sheet-row';

/** How much of the text is looked at for the delimiter. */
const SAMPLE_CHARS = 64 * 1024;
/** Longest record; a quote that is never closed ends here and not with the memory. */
const RECORD_LIMIT_CHARS = 4 * 1024 * 1024;

/**
 * Opens a delimited text file. Cells are texts as written: "01003" stays so.
 * @throws SheetError
 */
export function openCsv(bytes: Buffer): OpenedSheet {
  const { encoding, pieces } = decodeText(bytes);
  const first = pieces.next();
  const start = first.done === true ? '' : first.value;
  const delimiter = findDelimiter(start.slice(0, SAMPLE_CHARS));
  const body = delimiter.declared ? start.replace(/^[^\r\n]*\r?\n?/, '') : start;
  return {
    source: { format: 'CSV', encoding, delimiter: delimiter.name },
    rows: readRecords(body, pieces, delimiter.char),
  };
}

async function* readRecords(
  start: string,
  rest: Generator<string>,
  delimiter: string,
): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    // A blank line is a row in Excel's counting.
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_LIMIT_CHARS,
  });
  const text = Readable.from(joined(start, rest));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let number = 0;
  try {
    for await (const record of records(parser)) {
      number += 1;
      const cells = toCells(record);
      if (!isBlankRow(cells)) yield { number, cells };
    }
  } catch (error) {
    throw toSheetError(error);
  } finally {
    text.destroy();
  }
}

/** An apostrophe before what looks like a formula is a guard of whoever wrote the file, ourselves among them. */
const GUARDED = /^'(?=[=+\-@\t\r])/;

function toCells(record: unknown): readonly string[] {
  if (!isTexts(record)) return [];
  return record.some((text) => text.startsWith("'"))
    ? record.map((text) => text.replace(GUARDED, ''))
    : record;
}

/** csv-parse makes nothing but texts; the first one stands for all. */
function isTexts(record: unknown): record is readonly string[] {
  return Array.isArray(record) && typeof record[0] === 'string';
}

/** The parser's records, typed as what they are until they are looked at. */
function records(parser: AsyncIterable<unknown>): AsyncIterable<unknown> {
  return parser;
}

function* joined(start: string, rest: Generator<string>): Generator<string> {
  if (start !== '') yield start;
  yield* rest;
}

function toSheetError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  // The parser is ahead of the rows that were handed out.
  const before: unknown = error.records;
  const row = typeof before === 'number' ? before + 1 : 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new SheetError(`Row ${row}: a quote (") is opened and never closed`);
  }
  return new SheetError(`Row ${row} cannot be read as CSV`);
}
