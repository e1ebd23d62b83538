import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { readZipDirectory } from '~/imports/formats/zip-directory';

/** A part of an archive; `claims` overrides its entry in the directory. */
export interface ZipPart {
  name: string;
  content: Buffer;
  claims?: { unpackedBytes?: number; flags?: number } | undefined;
}

/** A ZIP archive of deflated parts, byte by byte, so that a test can have it lie. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims } of parts) {
    const packed = deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(claims?.flags ?? 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claims?.unpackedBytes ?? content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, nameBytes, packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(20, 4);
    shared.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, nameBytes);
    pieces.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, entries, end]);
}

/** Returns the archive with other contents of its parts, and with these claims about them. */
export function repack(
  archive: Buffer,
  change: (name: string, content: Buffer) => Buffer,
  claimsOf: (name: string) => ZipPart['claims'] = () => undefined,
): Buffer {
  return writeZip(
    [...readZipDirectory(archive).values()].map(({ name, method, offset, packedBytes }) => {
      const packed = archive.subarray(offset, offset + packedBytes);
      const content = change(name, method === 8 ? inflateRawSync(packed) : Buffer.from(packed));
      return { name, content, claims: claimsOf(name) };
    }),
  );
}

/** The places of the end record where a value of all ones refers to the ZIP64 directory. */
export const ZIP64_MARKS = {
  count: (end: Buffer) => end.writeUInt16LE(0xffff, 10),
  size: (end: Buffer) => end.writeUInt32LE(0xffffffff, 12),
  start: (end: Buffer) => end.writeUInt32LE(0xffffffff, 16),
  none: () => 0,
};

/**
 * One archive with two directories. Readers that know ZIP64 use the directory of `zip64` if the end
 * record refers to it.
 */
export function withTwoDirectories(
  plain: Buffer,
  zip64: Buffer,
  mark: keyof typeof ZIP64_MARKS,
): Buffer {
  const [front, back] = [takeApart(plain), takeApart(zip64)];
  for (let at = 0; at < back.directory.length;) {
    const local = back.directory.readUInt32LE(at + 42);
    back.directory.writeUInt32LE(local + front.parts.length, at + 42);
    at += 46 + back.directory.readUInt16LE(at + 28);
  }
  const start = front.parts.length + back.parts.length;
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 'latin1');
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(back.count, 24);
  record.writeUInt32LE(back.count, 32);
  record.writeUInt32LE(back.directory.length, 40);
  record.writeUInt32LE(start + front.directory.length, 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeUInt32LE(start + front.directory.length + back.directory.length, 8);
  locator.writeUInt32LE(1, 16);
  front.end.writeUInt32LE(start, 16);
  ZIP64_MARKS[mark](front.end);
  const directories = [front.directory, back.directory, record, locator, front.end];
  return Buffer.concat([front.parts, back.parts, ...directories]);
}

/** An archive of writeZip(), whose entries have names and nothing else of variable length. */
function takeApart(archive: Buffer) {
  const end = Buffer.from(archive.subarray(-22));
  const start = end.readUInt32LE(16);
  return {
    parts: archive.subarray(0, start),
    directory: Buffer.from(archive.subarray(start, -22)),
    end,
    count: end.readUInt16LE(10),
  };
}
