import { isUtf8 } from 'node:buffer';
import { csvRecords } from './csv-records';
import {
  SheetError,
  isBlankRow,
  type OpenedSheet,
  type RowChunks,
  type SheetRow,
} from './sheet-row';

/** Length of the sample used to detect the delimiter. */
const SAMPLE_CHARS = 64 * 1024;

/** Opens a delimited text file. Cells are texts as written: "01003" stays "01003". @throws SheetError */
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

const PIECE_BYTES = 256 * 1024;

const BOMS = [
  { label: 'utf-8', name: 'UTF-8 with BOM', magic: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', name: 'UTF-16', magic: [0xff, 0xfe] },
  { label: 'utf-16be', name: 'UTF-16', magic: [0xfe, 0xff] },
] as const;

/** Detects byte order marks, UTF-16 by zero bytes, UTF-8, else Windows-1252. @throws SheetError */
function decodeText(bytes: Buffer) {
  const bom = BOMS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (bom) return decode(bytes.subarray(bom.magic.length), bom.label, bom.name);
  const sample = bytes.subarray(0, 4096);
  const zeros = sample.filter((byte) => byte === 0).length;
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = zeros - even;
  if (zeros > sample.length / 8) {
    if (odd > even * 4) return decode(bytes, 'utf-16le', 'UTF-16');
    if (even > odd * 4) return decode(bytes, 'utf-16be', 'UTF-16');
  }
  if (bytes.includes(0)) {
    throw new SheetError('The file is not a text file. CSV, XLS and XLSX files can be read');
  }
  if (isUtf8(bytes)) return decode(bytes, 'utf-8', 'UTF-8');
  return decode(bytes, 'windows-1252', 'Windows-1252');
}

function decode(bytes: Buffer, label: string, encoding: string) {
  return { encoding, chunks: decoded(bytes, label) };
}

function* decoded(bytes: Buffer, label: string): Generator<string> {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(offset, offset + PIECE_BYTES), { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
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

/** Excel's `sep=` line names the delimiter, else the one that splits the first records most evenly. */
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

/** Counts a delimiter outside of quotes in each of the first records. */
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
