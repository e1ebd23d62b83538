/** A part of an archive; `claims` overrides its entry in the directory. */
export interface ZipPart {
  name: string;
  content: Buffer;
  packed: Buffer;
  crc: number;
  claims?: { unpackedBytes?: number; flags?: number };
}

/** A ZIP archive of deflated parts, byte by byte, so that a test can have it lie. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, packed, crc, claims } of parts) {
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(claims?.flags ?? 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc, 10);
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
