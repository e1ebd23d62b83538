import { cellKey, digitsOfFormat, NO_SHOWN_DIGITS, type ShownDigits } from './shown-digits';
import { attribute, tags } from './xlsx-xml';
import { unpack, unpackText, type ZipEntry } from './zip-directory';

/** Longest tag that is looked at. */
const TAG_LIMIT_CHARS = 4_096;

/** See ShownDigits. The sheet is only looked through where a format of this kind is in use. */
export async function findShownDigits(
  bytes: Buffer,
  styles: ZipEntry | undefined,
  sheet: ZipEntry | undefined,
): Promise<ShownDigits> {
  if (!styles || !sheet) return NO_SHOWN_DIGITS;
  const digits = digitsByStyle(await unpackText(bytes, styles));
  if (digits.size === 0) return NO_SHOWN_DIGITS;
  const found = new Map<number, number>();
  let tail = '';
  for await (const piece of unpack(bytes, sheet)) {
    const text = tail + piece.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    tail = text.slice(end).slice(0, TAG_LIMIT_CHARS);
    for (const tag of tags(text.slice(0, end), 'c')) {
      const shown = digits.get(Number(attribute(tag, 's')));
      const key = shown === undefined ? undefined : keyOfReference(attribute(tag, 'r') ?? '');
      if (shown !== undefined && key !== undefined) found.set(key, shown);
    }
  }
  return found;
}

/** The styles (by their index in cellXfs) whose format is nothing but zeros, two or more. */
function digitsByStyle(styles: string): Map<number, number> {
  const codes = new Map<string, string>();
  for (const tag of tags(styles, 'numFmt')) {
    codes.set(attribute(tag, 'numFmtId') ?? '', attribute(tag, 'formatCode') ?? '');
  }
  const cellFormats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const digits = new Map<number, number>();
  for (const [index, tag] of tags(cellFormats, 'xf').entries()) {
    const shown = digitsOfFormat(codes.get(attribute(tag, 'numFmtId') ?? '') ?? '');
    if (shown !== undefined) digits.set(index, shown);
  }
  return digits;
}

/** "B7" as a cell's key. */
function keyOfReference(reference: string): number | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return cellKey(Number(row) - 1, column - 1);
}
