import { attribute, tags } from './xlsx-xml';
import { unpack, unpackText, type ZipEntry } from './zip-directory';

/** How many digits a cell shows at least, by its reference ("B7"). */
export type ShownDigits = ReadonlyMap<string, number>;

/** Longest tag that is looked at. */
const TAG_LIMIT_CHARS = 4_096;

const NONE: ShownDigits = new Map();

/**
 * Cells whose number format adds zeros in front, such as "00000" for a zip code: 1003 shows as 01003 there, and that
 * is what a person means by it. The reading library knows the number alone. The sheet is only looked through where a
 * format of this kind is in use.
 */
export async function findShownDigits(
  bytes: Buffer,
  styles: ZipEntry | undefined,
  sheet: ZipEntry | undefined,
): Promise<ShownDigits> {
  if (!styles || !sheet) return NONE;
  const digits = digitsByStyle(await unpackText(bytes, styles));
  if (digits.size === 0) return NONE;
  const found = new Map<string, number>();
  let tail = '';
  for await (const piece of unpack(bytes, sheet)) {
    const text = tail + piece.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    tail = text.slice(end).slice(0, TAG_LIMIT_CHARS);
    for (const tag of tags(text.slice(0, end), 'c')) {
      const shown = digits.get(Number(attribute(tag, 's')));
      const reference = attribute(tag, 'r');
      if (shown !== undefined && reference !== undefined) found.set(reference, shown);
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
    const code = codes.get(attribute(tag, 'numFmtId') ?? '') ?? '';
    if (/^0{2,30}$/.test(code)) digits.set(index, code.length);
  }
  return digits;
}

/** A column's letters: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
