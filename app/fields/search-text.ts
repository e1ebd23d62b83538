/** Diacritics and other combining marks: the Unicode blocks of combining marks. */
const MARKS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/** Letters that Unicode does not take apart, as people type them without their keyboard's help. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const LETTER = /[ßæœþøłđðħıς]/g;

/** Normalizes for comparison: "strasse" for "Straße". Must match the database's search_key(). */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** Groups of three digits after one mark, and decimals after another: "1'250.5", "1 250,5", "1.250,5". */
const GROUPED = /^([+-]?[1-9]\d{0,2}(?:([\s'’_.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/u;
const PLAIN = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;

/**
 * Reads a number as typed, in forms and imports alike. Comma and point both separate decimals ("3,5" and
 * "3.5"), and thousands may be grouped ("1'250.5"). NaN for any other text, and for an ambiguous mark
 * ("2.500"; docs/behaviour/forms.md).
 */
export function readNumber(text: string): number {
  // "1250.–" is a round amount.
  const plain = text.trim().replace(/(?<=\d)[.,][-–—]+$/, '');
  if (thousandsOrDecimals(plain)) return Number.NaN;
  const [, whole, , decimals = ''] = GROUPED.exec(plain) ?? [];
  if (whole !== undefined) return Number(`${whole.replace(/[\s'’_.,]/gu, '')}.${decimals}`);
  return PLAIN.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN;
}

/** The two readings of a text such as "2.500"; null for a text that has one or none. */
export function thousandsOrDecimals(text: string): readonly [number, number] | null {
  const [, whole, decimals] = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(text) ?? [];
  if (whole === undefined || decimals === undefined) return null;
  return [Number(whole + decimals), Number(`${whole}.${decimals}`)];
}
