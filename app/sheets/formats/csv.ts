import { csvRecords } from './csv-records';
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
/** The delimiters a CSV file may have, and their names on the screen. */
const DELIMITERS = [
  { char: ';', name: 'semicolon' },
  { char: '\t', name: 'tab' },
  { char: ',', name: 'comma' },
  { char: '|', name: 'pipe' },
] as const;

interface Delimiter {
  char: string;
  name: string;
  /** The file starts with Excel's own line `sep=;`, which is not a row. */
  declared: boolean;
}

const SAMPLE_RECORDS = 20;

/**
 * Detects the delimiter: Excel's `sep=` line sets it; else it is the one that splits the first records into the most
 * columns with the same number in each record. A single column is read with commas.
 */
function findDelimiter(start: string): Delimiter {
  const declared = /^sep=(.)\r?(?:\n|$)/i.exec(start)?.[1];
  if (declared !== undefined) {
    const name = DELIMITERS.find(({ char }) => char === declared)?.name ?? `"${declared}"`;
    return { char: declared, name, declared: true };
  }
  let best: { char: string; name: string } = { char: ',', name: 'comma' };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(countPerRecord(start, delimiter.char));
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return { ...best, declared: false };
}

/** The heading row decides; rows with the same number of columns count for it, others against. */
function scoreOf(counts: readonly number[]): number {
  const [heading = 0, ...rows] = counts;
  if (heading === 0) return 0;
  const agreeing = rows.filter((count) => count === heading).length;
  const share = rows.length === 0 ? 1 : (agreeing + 1) / (rows.length + 1);
  return share * (1 + Math.log2(heading));
}

/** How often a delimiter occurs outside of quotes in each of the first records. */
function countPerRecord(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  let blank = true;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) {
      if (!blank) counts.push(count);
      if (counts.length === SAMPLE_RECORDS) return counts;
      count = 0;
      blank = true;
      continue;
    } else if (!quoted && char === delimiter) count += 1;
    if (char !== ' ') blank = false;
  }
  // The last record of a sample may be cut off.
  if (!blank && (counts.length === 0 || !quoted)) counts.push(count);
  return counts;
}
