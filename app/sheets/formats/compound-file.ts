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

/**
 * A stream of an OLE2 compound file, the container of an XLS workbook; null where there is none. A chain that is broken
 * or circular gives the sectors up to that point.
 */
export function readCompoundStream(bytes: Buffer, name: string): Buffer | null {
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
  let found: { start: number; length: number } | null = null;
  let root = -1;
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const kind = directory[at + 66];
    const start = directory.readUInt32LE(at + 116);
    if (kind === ROOT) root = start;
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64)) - 2;
    if (kind !== STREAM || nameBytes < 2) continue;
    if (directory.toString('utf16le', at, at + nameBytes) !== name) continue;
    found ??= { start, length: directory.readUInt32LE(at + 120) };
  }
  if (!found) return null;
  if (found.length >= MINI_STREAM_LIMIT_BYTES) {
    return follow(large, found.start).subarray(0, found.length);
  }
  const container = follow(large, root);
  const small: Sectors = {
    read: (sector) => container.subarray(sector * 64, (sector + 1) * 64),
    next: numbersOf([follow(large, bytes.readUInt32LE(60))]),
  };
  return follow(small, found.start).subarray(0, found.length);
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
    for (let at = 0; at + 4 <= chunk.length; at += 4) numbers.push(chunk.readUInt32LE(at));
  }
  return numbers;
}
