import { csvRecords } from './csv-records';
import { findDelimiter } from './delimiter';
import { decodeText } from './encoding';
import { isBlankRow, type OpenedSheet, type RowChunks, type SheetRow } from './sheet-row';

/** How much of the text is used to detect the delimiter. */
const SAMPLE_CHARS = 64 * 1024;

/**
 * Opens a delimited text file. Cells are texts as written: "01003" stays "01003".
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
    rowChunks: readRows(csvRecords(joined(body, chunks), delimiter.char)),
  };
}

async function* readRows(chunks: AsyncIterable<ReadonlyArray<readonly string[]>>): RowChunks {
  let number = 0;
  for await (const records of chunks) {
    const rows: SheetRow[] = [];
    for (const cells of records) {
      number += 1;
      if (!isBlankRow(cells)) rows.push({ number, cells });
    }
    yield rows;
  }
}

function* joined(start: string, rest: Generator<string>): Generator<string> {
  if (start !== '') yield start;
  yield* rest;
}
