import { isUtf8 } from 'node:buffer';
import { SheetError } from './sheet-error';

/** A file's text in chunks, and its encoding. */
export interface DecodedText {
  encoding: string;
  chunks: Generator<string>;
}

const PIECE_BYTES = 256 * 1024;

const BOMS = [
  { label: 'utf-8', name: 'UTF-8 with BOM', magic: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', name: 'UTF-16', magic: [0xff, 0xfe] },
  { label: 'utf-16be', name: 'UTF-16', magic: [0xfe, 0xff] },
] as const;

/**
 * Decodes a text file: by its byte order mark; else as UTF-8 where its bytes are valid UTF-8; else as Windows-1252,
 * which Excel in Switzerland saves. UTF-16 without a mark is detected by its zero bytes.
 * @throws SheetError for bytes that are not text
 */
export function decodeText(bytes: Buffer): DecodedText {
  const bom = BOMS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (bom) return decode(bytes.subarray(bom.magic.length), bom.label, bom.name);
  const sample = bytes.subarray(0, 4096);
  const zeros = countZeros(sample);
  if (zeros.even + zeros.odd > sample.length / 8) {
    if (zeros.odd > zeros.even * 4) return decode(bytes, 'utf-16le', 'UTF-16');
    if (zeros.even > zeros.odd * 4) return decode(bytes, 'utf-16be', 'UTF-16');
  }
  if (bytes.includes(0)) {
    throw new SheetError('The file is not a text file. CSV, XLS and XLSX files can be read');
  }
  if (isUtf8(bytes)) return decode(bytes, 'utf-8', 'UTF-8');
  return decode(bytes, 'windows-1252', 'Windows-1252');
}

function countZeros(bytes: Buffer): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd };
}

function decode(bytes: Buffer, label: string, encoding: string): DecodedText {
  return { encoding, chunks: chunks(bytes, label) };
}

function* chunks(bytes: Buffer, label: string): Generator<string> {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
