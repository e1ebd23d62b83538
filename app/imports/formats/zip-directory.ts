import { crc32, inflateRawSync } from 'node:zlib';
import { megabytes, UNPACKED_LIMIT_BYTES, ZIP_ENTRY_LIMIT, SheetError } from './sheet-row';
import { sentence } from '~/language/sentence';

/** An entry of a ZIP archive, as its central directory describes it. */
export interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  checksum: number;
  /** Offset of the compressed bytes. */
  offset: number;
}

const END_RECORD = 0x06054b50;
const DIRECTORY_RECORD = 0x02014b50;
const LOCAL_RECORD = 0x04034b50;
const END_RECORD_BYTES = 22;
const COMMENT_LIMIT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the central directory of a ZIP archive without unpacking. Only the parts that it names are handed to
 * the library, so that it reads no other directory (docs/decisions/0011).
 * @throws SheetError for content that no valid workbook has
 */
export function readZipDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const start = bytes.readUInt32LE(end + 16);
  // Each of them refers to a second directory, the ZIP64 one.
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    throw new SheetError('workbook_zip64');
  }
  if (count > ZIP_ENTRY_LIMIT) {
    throw new SheetError(sentence('workbook_parts', { count, max: ZIP_ENTRY_LIMIT }));
  }
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  let position = start;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(bytes, position, end);
    total += entry.unpackedBytes;
    if (total > UNPACKED_LIMIT_BYTES) {
      throw new SheetError(
        sentence('workbook_too_large', { max: megabytes(UNPACKED_LIMIT_BYTES) }),
      );
    }
    // Two parts of one name: readers differ in which one they use.
    if (entries.has(entry.name)) throw new SheetError('file_damaged');
    entries.set(entry.name, entry);
    position = next;
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_RECORD_BYTES - COMMENT_LIMIT_BYTES);
  for (let position = bytes.length - END_RECORD_BYTES; position >= first; position -= 1) {
    if (bytes.readUInt32LE(position) === END_RECORD) return position;
  }
  throw new SheetError('file_damaged');
}

function readEntry(
  bytes: Buffer,
  position: number,
  end: number,
): { entry: ZipEntry; next: number } {
  if (position + 46 > end || bytes.readUInt32LE(position) !== DIRECTORY_RECORD) {
    throw new SheetError('file_damaged');
  }
  const flags = bytes.readUInt16LE(position + 8);
  if ((flags & 1) !== 0) throw new SheetError('file_protected');
  const method = bytes.readUInt16LE(position + 10);
  const checksum = bytes.readUInt32LE(position + 16);
  const packedBytes = bytes.readUInt32LE(position + 20);
  const unpackedBytes = bytes.readUInt32LE(position + 24);
  const nameBytes = bytes.readUInt16LE(position + 28);
  const next =
    position +
    46 +
    nameBytes +
    bytes.readUInt16LE(position + 30) +
    bytes.readUInt16LE(position + 32);
  const local = bytes.readUInt32LE(position + 42);
  const name = bytes.toString('utf8', position + 46, position + 46 + nameBytes);
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL_RECORD) {
    throw new SheetError('file_damaged');
  }
  const offset = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const isSupported = method === STORED || method === DEFLATED;
  if (!isSupported || next > end || offset + packedBytes > bytes.length) {
    throw new SheetError('file_damaged');
  }
  return { entry: { name, method, packedBytes, unpackedBytes, checksum, offset }, next };
}

/** Longest stretch of XML without the end of a tag: a cell's text is at most 32,767 characters. */
const TAGLESS_LIMIT_BYTES = 1024 * 1024;
const TAG_END = 0x3e;

/**
 * Unpacks an entry, but no more than declared: the limit was checked against that. XML whose tags do not end
 * takes quadratic time.
 * @throws SheetError for an entry that is not what the directory says
 */
export function unpack(bytes: Buffer, entry: ZipEntry): Buffer {
  const content = inflate(bytes.subarray(entry.offset, entry.offset + entry.packedBytes), entry);
  const isWhole = content.length === entry.unpackedBytes && crc32(content) === entry.checksum;
  if (!isWhole) throw new SheetError('file_damaged');
  if (!/\.(?:xml|rels)$/i.test(entry.name)) return content;
  for (let at = 0; content.length - at > TAGLESS_LIMIT_BYTES;) {
    const end = content.subarray(at, at + TAGLESS_LIMIT_BYTES).lastIndexOf(TAG_END);
    if (end === -1) throw new SheetError('file_damaged');
    at += end + 1;
  }
  return content;
}

function inflate(packed: Buffer, { method, unpackedBytes }: ZipEntry): Buffer {
  if (method === STORED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) });
  } catch {
    throw new SheetError('file_damaged');
  }
}
