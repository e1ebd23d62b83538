import { once } from 'node:events';
import { CsvError, Parser } from 'csv-parse';
import { SheetError, megabytes } from './sheet-row';
import { sentence } from '~/language/sentence';

/** Longest record. Without a limit, a quote that is never closed would exhaust the memory. */
const RECORD_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Parses text into records of fields and yields them per chunk: yielding each record would cost an await per
 * row. A quote inside an unquoted field is literal. Blanks around a quoted field are removed.
 * @throws SheetError for a quote that is never closed, or that only a quote of another cell closes
 */
export async function* csvRecords(
  chunks: Iterable<string> | AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<ReadonlyArray<readonly string[]>, void, undefined> {
  const records: string[][] = [];
  /** Bytes that are not yet in a finished record. `readQuoted` compares a field with them. */
  const source = { bytes: Buffer.alloc(0), start: 0, recordStart: 0 };
  let openRow = 0;
  const parser = new Parser({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    ltrim: true,
    // Excel counts a blank line as a row.
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_LIMIT_BYTES,
    // Returning nothing keeps the record out of the stream, which would emit them one by one.
    on_record: (record: string[], info) => {
      const { bytes, start, recordStart } = source;
      source.recordStart = info.bytes;
      if (openRow > 0) return;
      if (record.some((field) => field.startsWith('"'))) {
        const written = bytes.toString('utf8', recordStart - start, info.bytes - start);
        const fields = record.map((field) => readQuoted(field, written, delimiter));
        if (fields.includes(null)) openRow = info.records;
        else records.push(fields.filter((field) => field !== null));
      } else records.push(record);
    },
  });
  // Errors reject the chunk or the end anyway. Without a listener the event would end the process.
  parser.on('error', () => undefined);
  const rejectOpen = () => {
    if (openRow > 0) throw new SheetError(sentence('quote_open', { row: openRow }));
  };
  try {
    for await (const chunk of chunks) {
      const unread = source.bytes.subarray(source.recordStart - source.start);
      source.start = source.recordStart;
      const bytes = Buffer.from(chunk);
      source.bytes = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
      await write(parser, bytes);
      yield records.splice(0);
      rejectOpen();
    }
    const finished = once(parser, 'finish');
    parser.end();
    await finished;
    yield records;
    rejectOpen();
  } catch (error) {
    const { bytes, start, recordStart } = source;
    throw toSheetError(error, bytes.subarray(recordStart - start));
  } finally {
    parser.destroy();
  }
}

function write(parser: Parser, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A quoted text whose inner quotes are escaped by a backslash, which is not CSV: "a \"b\" c". */
const WITH_BACKSLASHES = /^"(?:[^"\\]|\\.)*"$/s;

/**
 * Reads a field that begins with a quote. The parser keeps the quotes if blanks or a text follow the last
 * one. Returns null if the field contains a separator or a line break: then an earlier quote was left open.
 */
function readQuoted(field: string, written: string, delimiter: string): string | null {
  if (!field.startsWith('"') || written.includes(quoted(field))) return field;
  const text = field.trimEnd();
  const inner = text.slice(1, -1);
  const isClosed = text.length > 1 && text.endsWith('"');
  if (isClosed && text !== field && (!inner.includes('"') || written.includes(quoted(inner)))) {
    return inner;
  }
  if (text.includes(String.raw`\"`)) {
    return WITH_BACKSLASHES.test(text) ? inner.replaceAll(/\\(["\\])/g, '$1') : null;
  }
  return field.includes(delimiter) || /[\r\n]/.test(field) ? null : field;
}

function toSheetError(error: unknown, record: Buffer): unknown {
  if (!(error instanceof CsvError)) return error;
  const parsed: unknown = error.records;
  const row = (typeof parsed === 'number' ? parsed : 0) + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new SheetError(sentence('quote_open', { row }));
  if (error.code !== 'CSV_MAX_RECORD_SIZE') {
    return new SheetError(sentence('row_not_csv', { row }));
  }
  if (record.subarray(0, RECORD_LIMIT_BYTES).includes('"')) {
    return new SheetError(sentence('quote_open', { row }));
  }
  return new SheetError(sentence('row_too_long', { row, max: megabytes(RECORD_LIMIT_BYTES) }));
}
