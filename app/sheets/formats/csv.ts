import { removeFormulaGuards } from '~/lib/formula-guard';
import { csvRecords } from './csv-records';
import { findDelimiter } from './delimiter';
import { decodeText } from './encoding';
import { isBlankRow, type OpenedSheet, type SheetRow } from './sheet-row';

/** How much of the text is used to detect the delimiter. */
const SAMPLE_CHARS = 64 * 1024;

/**
 * Opens a delimited text file. Cells are texts as written, without guards against formulas: "01003" stays "01003".
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
      const cells = record.map(removeFormulaGuards);
      if (!isBlankRow(cells)) yield { number, cells };
    }
  }
}

function* joined(start: string, rest: Generator<string>): Generator<string> {
  if (start !== '') yield start;
  yield* rest;
}
