import { once } from 'node:events';
import { CsvError, Parser } from 'csv-parse';
import { SheetError } from './sheet-error';

/** Longest record; a quote that is never closed ends here and not with the memory. */
const RECORD_LIMIT_BYTES = 4 * 1024 * 1024;

type Records = Array<readonly string[]>;

/**
 * Cuts text into records of fields with csv-parse; a quote inside a field that does not begin with one is just a quote.
 * Records come out as many at a time as a piece holds: one by one they would cost a turn of the event loop each.
 * @throws SheetError for a quote that is never closed
 */
export async function* csvRecords(
  chunks: Iterable<string>,
  delimiter: string,
): AsyncGenerator<Records, void, undefined> {
  let records: Records = [];
  const parser = new Parser({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    // A blank line is a row in Excel's counting.
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_LIMIT_BYTES,
    // Answering nothing keeps the record out of the stream, which hands them out singly.
    on_record: (record: unknown) => {
      if (isTexts(record)) records.push(record);
    },
  });
  // Each failure reaches who waits for the piece or for the end; unheard, the event would end the process.
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
    throw toSheetError(error);
  } finally {
    parser.destroy();
  }
}

/** csv-parse makes nothing but texts; the first one stands for all. */
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

function toSheetError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const before: unknown = error.records;
  const row = typeof before === 'number' ? before + 1 : 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new SheetError(`Row ${row}: a quote (") is opened and never closed`);
  }
  return new SheetError(`Row ${row} cannot be read as CSV`);
}
