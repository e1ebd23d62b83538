import { cellKey, zeroPaddedWidth, type ZeroPaddedWidths } from './zero-padded-width';

/** Facts about a workbook that the XLS library does not return. */
interface XlsFacts {
  isEncrypted: boolean;
  /** In their order. */
  sheets: ReadonlyArray<{ hidden: boolean; zeroPaddedWidths: () => ZeroPaddedWidths }>;
}

const EOF = 0x0a;
const FORMULA = 0x06;
const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
const MULTIPLE_RK = 0xbd;
const XF = 0xe0;
const NUMBER = 0x203;
const RK = 0x27e;
const FORMAT = 0x41e;

/** The facts about a BIFF8 workbook. Damaged parts are left out. */
export function readXlsFacts(bytes: Buffer): XlsFacts {
  const stream = readCompoundStream(bytes, 'Workbook') ?? Buffer.alloc(0);
  const codes = new Map<number, string>();
  const formatsOfStyles: number[] = [];
  const sheets: Array<{ start: number; hidden: boolean }> = [];
  let isEncrypted = false;
  for (const { id, data } of recordsFrom(stream, 0)) {
    if (id === FILE_PASS) isEncrypted = true;
    else if (id === FORMAT && data.length >= 5)
      codes.set(data.readUInt16LE(0), readText(data.subarray(2)));
    else if (id === XF && data.length >= 4) formatsOfStyles.push(data.readUInt16LE(2));
    else if (id === BOUND_SHEET && data.length >= 5) {
      sheets.push({ start: data.readUInt32LE(0), hidden: ((data[4] ?? 0) & 3) !== 0 });
    }
  }
  const widths = formatsOfStyles.map((format) => zeroPaddedWidth(codes.get(format) ?? ''));
  return {
    isEncrypted,
    sheets: sheets.map(({ start, hidden }) => ({
      hidden,
      zeroPaddedWidths: () => findZeroPaddedWidths(stream, start, widths),
    })),
  };
}

function findZeroPaddedWidths(
  stream: Buffer,
  start: number,
  widths: ReadonlyArray<number | undefined>,
): ZeroPaddedWidths {
  const byCell = new Map<number, number>();
  if (!widths.some((width) => width !== undefined)) return byCell;
  const add = (row: number, column: number, style: number) => {
    const width = widths[style];
    if (width !== undefined) byCell.set(cellKey(row, column), width);
  };
  for (const { id, data } of recordsFrom(stream, start)) {
    if (data.length < 6) continue;
    const row = data.readUInt16LE(0);
    const column = data.readUInt16LE(2);
    if (id === RK || id === NUMBER || id === FORMULA) add(row, column, data.readUInt16LE(4));
    if (id !== MULTIPLE_RK) continue;
    // A style and a value for each cell of the run, then the last column.
    for (let offset = 4, index = 0; offset + 6 < data.length; offset += 6, index += 1) {
      add(row, column + index, data.readUInt16LE(offset));
    }
  }
  return byCell;
}

/** The records from an offset on, to the end of their part of the stream. */
function* recordsFrom(stream: Buffer, start: number): Generator<{ id: number; data: Buffer }> {
  let offset = start;
  while (offset + 4 <= stream.length) {
    const id = stream.readUInt16LE(offset);
    const end = offset + 4 + stream.readUInt16LE(offset + 2);
    if (id === EOF) return;
    yield { id, data: stream.subarray(offset + 4, end) };
    offset = end;
  }
}

/** A text preceded by its length in characters of one or two bytes. */
function readText(data: Buffer): string {
  const chars = data.readUInt16LE(0);
  const wide = ((data[2] ?? 0) & 1) !== 0;
  const end = 3 + (wide ? chars * 2 : chars);
  return data.toString(wide ? 'utf16le' : 'latin1', 3, end);
}

const SECTOR_COUNT_IN_HEADER = 109;
const ENTRY_BYTES = 128;
const MINI_STREAM_LIMIT_BYTES = 4096;
const STREAM = 2;
const ROOT = 5;

/** The sectors of one size, and their chains. */
interface Sectors {
  read: (sector: number) => Buffer;
  next: readonly number[];
}

/** Reads a stream of an OLE2 compound file up to a broken or circular chain; null if missing. */
function readCompoundStream(bytes: Buffer, name: string): Buffer | null {
  if (bytes.length < 512) return null;
  const shift = bytes.readUInt16LE(30);
  if (shift < 7 || shift > 16) return null;
  const size = 1 << shift;
  const read = (sector: number) => bytes.subarray((sector + 1) * size, (sector + 2) * size);
  // A table that repeats one sector would grow beyond the file's size, and exhaust the memory.
  const tableSectors = Math.ceil(bytes.length / size / (size / 4));
  const fat = fatSectors(bytes, read, size).slice(0, tableSectors);
  const large: Sectors = { read, next: numbersOf(fat.map(read)) };
  const directory = follow(large, bytes.readUInt32LE(48));
  let entry: { start: number; length: number } | null = null;
  let root = -1;
  for (let offset = 0; offset + ENTRY_BYTES <= directory.length; offset += ENTRY_BYTES) {
    const kind = directory[offset + 66];
    const start = directory.readUInt32LE(offset + 116);
    if (kind === ROOT) root = start;
    const nameBytes = Math.min(64, directory.readUInt16LE(offset + 64)) - 2;
    if (kind !== STREAM || nameBytes < 2) continue;
    if (directory.toString('utf16le', offset, offset + nameBytes) !== name) continue;
    entry ??= { start, length: directory.readUInt32LE(offset + 120) };
  }
  if (!entry) return null;
  if (entry.length >= MINI_STREAM_LIMIT_BYTES) {
    return follow(large, entry.start).subarray(0, entry.length);
  }
  const container = follow(large, root);
  const small: Sectors = {
    read: (sector) => container.subarray(sector * 64, (sector + 1) * 64),
    next: numbersOf([follow(large, bytes.readUInt32LE(60))]),
  };
  return follow(small, entry.start).subarray(0, entry.length);
}

/** The sectors of the allocation table: the first are listed in the header, more in a chain of lists. */
function fatSectors(bytes: Buffer, read: Sectors['read'], size: number): number[] {
  const header = numbersOf([bytes.subarray(76, 76 + SECTOR_COUNT_IN_HEADER * 4)]);
  const sectors = header.filter((sector) => read(sector).length > 0);
  const seen = new Set<number>();
  let list = bytes.readUInt32LE(68);
  while (!seen.has(list) && read(list).length === size) {
    seen.add(list);
    const numbers = numbersOf([read(list)]);
    list = numbers.pop() ?? -1;
    sectors.push(...numbers.filter((sector) => read(sector).length > 0));
  }
  return sectors;
}

function follow({ read, next }: Sectors, start: number): Buffer {
  const chunks: Buffer[] = [];
  const seen = new Set<number>();
  let sector: number | undefined = start;
  while (sector !== undefined && sector < next.length && !seen.has(sector)) {
    seen.add(sector);
    chunks.push(read(sector));
    sector = next[sector];
  }
  return Buffer.concat(chunks);
}

function numbersOf(chunks: readonly Buffer[]): number[] {
  const numbers: number[] = [];
  for (const chunk of chunks) {
    for (let offset = 0; offset + 4 <= chunk.length; offset += 4)
      numbers.push(chunk.readUInt32LE(offset));
  }
  return numbers;
}
