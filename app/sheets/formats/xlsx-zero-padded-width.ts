import { parseCellRef } from 'hucre/xlsx';
import {
  cellKey,
  zeroPaddedWidth,
  NO_ZERO_PADDED_WIDTHS,
  type ZeroPaddedWidths,
} from './zero-padded-width';
import { attribute, tags } from './xlsx-xml';
import { unpack, unpackText, type ZipEntry } from './zip-directory';

/** Longest tag that is read. */
const TAG_LIMIT_CHARS = 4_096;

/** See ZeroPaddedWidths. The sheet is only scanned where a format of this kind is in use. */
export async function findZeroPaddedWidths(
  bytes: Buffer,
  styles: ZipEntry | undefined,
  sheet: ZipEntry | undefined,
): Promise<ZeroPaddedWidths> {
  if (!styles || !sheet) return NO_ZERO_PADDED_WIDTHS;
  const widths = widthsByStyle(await unpackText(bytes, styles));
  if (widths.size === 0) return NO_ZERO_PADDED_WIDTHS;
  const found = new Map<number, number>();
  let tail = '';
  for await (const chunk of unpack(bytes, sheet)) {
    const text = tail + chunk.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    tail = text.slice(end).slice(0, TAG_LIMIT_CHARS);
    for (const tag of tags(text.slice(0, end), 'c')) {
      const width = widths.get(Number(attribute(tag, 's')));
      if (width === undefined) continue;
      const { row, col } = parseCellRef(attribute(tag, 'r') ?? '');
      found.set(cellKey(row, col), width);
    }
  }
  return found;
}

/** The styles (by their index in cellXfs) whose format is nothing but zeros, two or more. */
function widthsByStyle(styles: string): Map<number, number> {
  const codes = new Map<string, string>();
  for (const tag of tags(styles, 'numFmt')) {
    codes.set(attribute(tag, 'numFmtId') ?? '', attribute(tag, 'formatCode') ?? '');
  }
  const cellFormats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const widths = new Map<number, number>();
  for (const [index, tag] of tags(cellFormats, 'xf').entries()) {
    const width = zeroPaddedWidth(codes.get(attribute(tag, 'numFmtId') ?? '') ?? '');
    if (width !== undefined) widths.set(index, width);
  }
  return widths;
}
