/** As much of CBOR (RFC 8949) as an attestation needs. */

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const MAP = 5;

export function cborNumber(value: number): Buffer {
  return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
}

export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([head(BYTES, bytes.length), bytes]);
}

export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([head(TEXT, bytes.length), bytes]);
}

export function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(MAP, entries.length), ...entries.flat()]);
}

/** The type and its number: below 24 in the same byte, else in one or two more. */
function head(type: number, value: number): Buffer {
  const first = type << 5;
  if (value < 24) return Buffer.from([first | value]);
  if (value < 0x100) return Buffer.from([first | 24, value]);
  return Buffer.from([first | 25, value >> 8, value & 0xff]);
}
