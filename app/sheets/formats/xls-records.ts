import { readCompoundStream } from './compound-file';
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
  const found = new Map<number, number>();
  if (!widths.some((width) => width !== undefined)) return found;
  const note = (row: number, column: number, style: number) => {
    const width = widths[style];
    if (width !== undefined) found.set(cellKey(row, column), width);
  };
  for (const { id, data } of recordsFrom(stream, start)) {
    if (data.length < 6) continue;
    const row = data.readUInt16LE(0);
    const column = data.readUInt16LE(2);
    if (id === RK || id === NUMBER || id === FORMULA) note(row, column, data.readUInt16LE(4));
    if (id !== MULTIPLE_RK) continue;
    // A style and a value for each cell of the run, then the last column.
    for (let at = 4, index = 0; at + 6 < data.length; at += 6, index += 1) {
      note(row, column + index, data.readUInt16LE(at));
    }
  }
  return found;
}

/** The records from an offset on, to the end of their part of the stream. */
function* recordsFrom(stream: Buffer, start: number): Generator<{ id: number; data: Buffer }> {
  let at = start;
  while (at + 4 <= stream.length) {
    const id = stream.readUInt16LE(at);
    const end = at + 4 + stream.readUInt16LE(at + 2);
    if (id === EOF) return;
    yield { id, data: stream.subarray(at + 4, end) };
    at = end;
  }
}

/** A text preceded by its length in characters of one or two bytes. */
function readText(data: Buffer): string {
  const chars = data.readUInt16LE(0);
  const wide = ((data[2] ?? 0) & 1) !== 0;
  const end = 3 + (wide ? chars * 2 : chars);
  return data.toString(wide ? 'utf16le' : 'latin1', 3, end);
}
