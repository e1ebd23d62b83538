import { crc32, inflateRawSync } from 'node:zlib';
import {
  megabytes,
  orDamaged,
  UNPACKED_LIMIT_BYTES,
  ZIP_ENTRY_LIMIT,
  SheetError,
} from './sheet-row';
import { sentence } from '~/language/sentence';

/**
 * An entry of a ZIP archive, as described by its central directory. `offset` is the position of its packed
 * bytes.
 */
export type ZipEntry = ReturnType<typeof readEntry>['entry'];

const END_RECORD = 'PK\u0005\u0006';
const END_RECORD_BYTES = 22;
const DIRECTORY_RECORD = 0x02014b50;
const LOCAL_RECORD = 0x04034b50;
const STORED = 0;

/**
 * Reads the central directory of a ZIP archive without unpacking. The library gets only the parts named
 * there, so that it reads no other directory (docs/decisions/0011).
 * @throws SheetError for content that no valid workbook has
 */
export function readZipDirectory(bytes: Buffer): Map<string, ZipEntry> {
  return orDamaged(() => {
    const end = bytes.lastIndexOf(END_RECORD, -END_RECORD_BYTES, 'latin1');
    if (end === -1) throw new SheetError('file_damaged');
    const count = bytes.readUInt16LE(end + 10);
    const size = bytes.readUInt32LE(end + 12);
    let position = bytes.readUInt32LE(end + 16);
    // These values refer to a second directory, the ZIP64 one, which is not supported.
    if (count === 0xffff || size === 0xffffffff || position === 0xffffffff) {
      throw new SheetError('workbook_zip64');
    }
    if (count > ZIP_ENTRY_LIMIT) {
      throw new SheetError(sentence('workbook_parts', { count, max: ZIP_ENTRY_LIMIT }));
    }
    const entries = new Map<string, ZipEntry>();
    let total = 0;
    while (entries.size < count) {
      const { entry, next } = readEntry(bytes, position);
      total += entry.unpackedBytes;
      if (total > UNPACKED_LIMIT_BYTES) {
        throw new SheetError(
          sentence('workbook_too_large', { max: megabytes(UNPACKED_LIMIT_BYTES) }),
        );
      }
      // Readers differ in which of two parts with one name they use.
      if (entries.has(entry.name)) throw new SheetError('file_damaged');
      entries.set(entry.name, entry);
      position = next;
    }
    return entries;
  });
}

function readEntry(bytes: Buffer, position: number) {
  const local = bytes.readUInt32LE(position + 42);
  const isEntry =
    bytes.readUInt32LE(position) === DIRECTORY_RECORD && bytes.readUInt32LE(local) === LOCAL_RECORD;
  if (!isEntry) throw new SheetError('file_damaged');
  if ((bytes.readUInt16LE(position + 8) & 1) !== 0) throw new SheetError('file_protected');
  const nameEnd = position + 46 + bytes.readUInt16LE(position + 28);
  const entry = {
    name: bytes.toString('utf8', position + 46, nameEnd),
    method: bytes.readUInt16LE(position + 10),
    checksum: bytes.readUInt32LE(position + 16),
    packedBytes: bytes.readUInt32LE(position + 20),
    unpackedBytes: bytes.readUInt32LE(position + 24),
    offset: local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28),
  };
  const next = nameEnd + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32);
  return { entry, next };
}

/** Longest stretch of XML without the end of a tag. A cell's text has at most 32,767 characters. */
const TAGLESS_LIMIT_BYTES = 1024 * 1024;
const TAG_END = 0x3e;

/**
 * Unpacks an entry up to its declared size, which was checked against the limit. XML whose tags do not end
 * is rejected, since parsing it takes quadratic time.
 * @throws SheetError for an entry that differs from the directory, or is packed in another way
 */
export function unpack(bytes: Buffer, entry: ZipEntry): Buffer {
  const { name, method, offset, packedBytes, unpackedBytes, checksum } = entry;
  const packed = bytes.subarray(offset, offset + packedBytes);
  const maxOutputLength = Math.max(1, unpackedBytes);
  const content =
    method === STORED ? packed : orDamaged(() => inflateRawSync(packed, { maxOutputLength }));
  const isWhole = content.length === unpackedBytes && crc32(content) === checksum;
  if (!isWhole) throw new SheetError('file_damaged');
  if (!/\.(?:xml|rels)$/i.test(name)) return content;
  for (let at = 0; content.length - at > TAGLESS_LIMIT_BYTES;) {
    const end = content.subarray(at, at + TAGLESS_LIMIT_BYTES).lastIndexOf(TAG_END);
    if (end === -1) throw new SheetError('file_damaged');
    at += end + 1;
  }
  return content;
}
