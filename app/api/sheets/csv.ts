import { csvRecords } from './csv-records';
import { findDelimiter } from './delimiter';
import { decodeText } from './encoding';
import { isBlankRow, type OpenedSheet, type SheetRow } from './sheet-row';

/** How much of the text is looked at for the delimiter. */
const SAMPLE_CHARS = 64 * 1024;

/**
 * Opens a delimited text file. Cells are texts as written: "01003" stays so.
 * @throws SheetError
 */
export function openCsv(bytes: Buffer): OpenedSheet {
  const { encoding, chunks } = decodeText(bytes);
  const first = chunks.next();
  const start = first.done === true ? '' : first.value;
  const delimiter = findDelimiter(start.slice(0, SAMPLE_CHARS));
  const body = delimiter.declared ? start.replace(/^[^\r\n]*\r?\n?/, '') : start;
  return {
    source: { format: 'CSV', encoding, delimiter: delimiter.name },
    rows: readRows(joined(body, chunks), delimiter.char),
  };
}

async function* readRows(chunks: Generator<string>, delimiter: string): AsyncGenerator<SheetRow> {
  let number = 0;
  for await (const records of csvRecords(chunks, delimiter)) {
    for (const record of records) {
      number += 1;
      const cells = withoutGuards(record);
      if (!isBlankRow(cells)) yield { number, cells };
    }
  }
}

/** An apostrophe before what looks like a formula is a guard of whoever wrote the file, ourselves among them. */
const GUARDED = /^'(?=[=+\-@\t\r])/;

function withoutGuards(record: readonly string[]): readonly string[] {
  return record.some((text) => text.startsWith("'"))
    ? record.map((text) => text.replace(GUARDED, ''))
    : record;
}

function* joined(start: string, rest: Generator<string>): Generator<string> {
  if (start !== '') yield start;
  yield* rest;
}
