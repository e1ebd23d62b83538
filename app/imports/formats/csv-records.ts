import { once } from 'node:events';
import { CsvError, Parser } from 'csv-parse';
import { SheetError } from './sheet-row';
import { sentence } from '~/language/sentence';

/** Longest record. Without a limit, a quote that is never closed would exhaust the memory. */
const RECORD_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Parses text into records of fields and yields them per chunk, since yielding each record would cost an
 * await per row. A quote inside an unquoted field is literal.
 * @throws SheetError for a quote that is never closed
 */
export async function* csvRecords(
  chunks: Iterable<string>,
  delimiter: string,
): AsyncGenerator<ReadonlyArray<readonly string[]>, void, undefined> {
  const records: string[][] = [];
  const parser = new Parser({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    // Excel counts a blank line as a row.
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_LIMIT_BYTES,
    // Returning nothing keeps the record out of the stream, which would emit them one by one.
    on_record: (record) => {
      records.push(record);
    },
  });
  // Errors reject the chunk or the end anyway. Without a listener the event would end the process.
  parser.on('error', () => undefined);
  try {
    for (const chunk of chunks) {
      await write(parser, chunk);
      yield records.splice(0);
    }
    const finished = once(parser, 'finish');
    parser.end();
    await finished;
    yield records;
  } catch (error) {
    throw toSheetError(error);
  } finally {
    parser.destroy();
  }
}

function write(parser: Parser, chunk: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(Buffer.from(chunk), (error) => (error ? reject(error) : resolve()));
  });
}

function toSheetError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const parsed: unknown = error.records;
  const row = (typeof parsed === 'number' ? parsed : 0) + 1;
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  return new SheetError(sentence(isOpen ? 'quote_open' : 'row_not_csv', { row }));
}
