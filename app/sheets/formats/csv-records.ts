import { once } from 'node:events';
import { CsvError, Parser } from 'csv-parse';
import { splitRecords } from './csv-split';
import { SheetError } from './sheet-error';

/** Longest record: stops a quote that is never closed before it exhausts the memory. */
const RECORD_LIMIT_BYTES = 4 * 1024 * 1024;

type Records = Array<readonly string[]>;

/**
 * Parses text into records of fields; a quote inside an unquoted field is literal. Text is split as long as its quotes are where
 * programs write them, the rest is left to csv-parse. Records are returned chunk by chunk: one by one, each would take a turn
 * of the event loop.
 * @throws SheetError for a quote that is never closed
 */
export async function* csvRecords(
  chunks: Iterable<string>,
  delimiter: string,
): AsyncGenerator<Records, void, undefined> {
  const source = chunks[Symbol.iterator]();
  /** The beginning of a record whose end has not arrived. */
  let open = '';
  let before = 0;
  for (let next = source.next(); !next.done; next = source.next()) {
    const text = open + next.value;
    // Of a record that is too long csv-parse says so.
    const isTooLong = text.length > RECORD_LIMIT_BYTES;
    const { records, rest, isUnusual } = isTooLong ? NOTHING : splitRecords(text, delimiter);
    before += records.length;
    yield records;
    open = text.slice(rest);
    if (isUnusual) {
      yield* parsedRecords(joined(open, source), delimiter, before);
      return;
    }
  }
  if (open.includes('"')) yield* parsedRecords([open], delimiter, before);
  else if (open !== '') yield [open.replace(/\r$/, '').split(delimiter)];
}

const NOTHING: ReturnType<typeof splitRecords> = { records: [], rest: 0, isUnusual: true };

function* joined(start: string, rest: Iterator<string>): Generator<string> {
  yield start;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** The records of the rest of a text, after so many. */
async function* parsedRecords(
  chunks: Iterable<string>,
  delimiter: string,
  before: number,
): AsyncGenerator<Records, void, undefined> {
  let records: Records = [];
  const parser = new Parser({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    // Excel counts a blank line as a row.
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_LIMIT_BYTES,
    // Returning nothing keeps the record out of the stream, which would emit them one by one.
    on_record: (record: unknown) => {
      if (isTexts(record)) records.push(record);
    },
  });
  // Each failure rejects the promise for the chunk or the end; without a listener the event would end the process.
  parser.on('error', () => undefined);
  const taken = () => {
    const full = records;
    records = [];
    return full;
  };
  try {
    for (const chunk of chunks) {
      await written(parser, chunk);
      yield taken();
    }
    await ended(parser);
    yield taken();
  } catch (error) {
    throw toSheetError(error, before);
  } finally {
    parser.destroy();
  }
}

/** csv-parse only returns texts; checking the first one is enough. */
function isTexts(record: unknown): record is readonly string[] {
  return Array.isArray(record) && typeof record[0] === 'string';
}

function written(parser: Parser, chunk: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(Buffer.from(chunk), (error) => (error ? reject(error) : resolve()));
  });
}

async function ended(parser: Parser): Promise<void> {
  const finished = once(parser, 'finish');
  parser.end();
  await finished;
}

function toSheetError(error: unknown, before: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const parsed: unknown = error.records;
  const row = before + (typeof parsed === 'number' ? parsed : 0) + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new SheetError(`Row ${row}: a quote (") is opened and never closed`);
  }
  return new SheetError(`Row ${row} cannot be read as CSV`);
}
