/*
 * Two keys of a text. Each has a twin in the database (migration 0036), and a property test compares both.
 * equalKey() is for references and duplicates, findText() for searches and filters (docs/decisions/0057).
 */

/** Characters that are not visible: soft hyphens, zero-width ones, direction marks, variation selectors. */
const INVISIBLE = new RegExp(
  [
    String.raw`[\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f]`,
    String.raw`[\u034f\u3164\ufe00-\ufe0f\ufeff\uffa0]|[\u{e0000}-\u{e0fff}]`,
  ].join('|'),
  'gu',
);
const BLANKS = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const APOSTROPHES =
  /[`\xb4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u2018\u2019\u201b\u2032\u2035\ua78c\uff07]/g;
const DASHES = /[\u02d7\u2010-\u2015\u2043\u2212\ufe31\ufe32\ufe58\ufe63\uff0d]/g;
/** Characters of most texts. They need no normalization but lower case. */
const LETTER_OR_SIGN = String.raw`[\x1f!-_a-~]`;
const SIMPLE = new RegExp(`^${LETTER_OR_SIGN}+(?: ${LETTER_OR_SIGN}+)*$`);

/**
 * Key that is equal for texts that look alike: it ignores composition, case, apostrophes, dashes, blanks
 * and invisible characters. Muller and Müller stay two names. Must match the database's equal_key().
 */
export function equalKey(text: string): string {
  if (SIMPLE.test(text)) return text.toLowerCase();
  return text
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DASHES, '-')
    .replaceAll(BLANKS, ' ')
    .replaceAll(/^ | $/g, '')
    .toLowerCase()
    .normalize('NFC');
}

/** Characters that steer a machine, but for blanks, and for NUL, which is an error. */
const CONTROLS = /(?![\0\s\x85])\p{Cc}/gu;

/** A text without its invisible characters. Those that shape an emoji stay, and variants of a letter. */
export function withoutInvisible(text: string): string {
  return SIMPLE.test(text) && !text.includes('\x1f')
    ? text
    : text
        .replaceAll(CONTROLS, '')
        .replaceAll(
          /(?![\ufe00-\ufe0f\u200d])\p{Default_Ignorable_Code_Point}|\u200d(?!\p{Extended_Pictographic})/gu,
          '',
        );
}

/** Diacritics and other combining marks: the Unicode blocks of combining marks. */
const MARKS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/**
 * Letters that Unicode does not decompose, with the letters that people type without their keyboard's help.
 */
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

function withoutAccents(equal: string): string {
  if (SIMPLE.test(equal)) return equal;
  return equal
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** An equal key without accents: "strasse" for "Straße". */
export function searchText(text: string): string {
  return withoutAccents(equalKey(text));
}

/** Matches before a word. It does not match within "CH-8001" or "example.ch". */
const START = String.raw`(?<![^ \x1f(/,'-])`;
const SAINTS = 'st|ste|skt|sankt|saint|sainte|san|sant|santa|santo';
/** Short forms that are separate words, with or without a point. */
const WORDS: ReadonlyArray<readonly [string, string]> = [
  ['strada', 'strasse '],
  ['ave?', 'avenue '],
  ['bl?d|blvd|boul|bvd', 'boulevard '],
  ['ch|chem', 'chemin '],
  ['pl|place', 'platz '],
  ['rte', 'route '],
  [String.raw`p\.?zz?a`, 'piazza '],
  [String.raw`v\.?le`, 'viale '],
];

/**
 * Usual short forms of streets, squares, ways and saints, in the form of searchText(). Languages share
 * some.
 */
const SHORT_FORMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/str(?:\. *|(?![a-z]))/g, 'strasse '],
  [/(?<=[a-z])pl\. *(?![a-z])/g, 'platz '],
  [/(?<=[a-z]{3})g\. *(?![a-z])/g, 'gasse '],
  [/(?<=[a-z]{3})w\. *(?![a-z])/g, 'weg '],
  [new RegExp(String.raw`${START}r\. *`, 'g'), 'rue '],
  [new RegExp(String.raw`${START}v\. *(?!le)`, 'g'), 'via '],
  [new RegExp(String.raw`${START}(?:s(?=\.)|${SAINTS})(?:[.' -]+|(?![a-z0-9]))`, 'g'), 'sankt '],
  ...WORDS.map(
    ([forms, word]) =>
      [new RegExp(String.raw`${START}(?:${forms})(?:\. *|(?![a-z0-9.-]))`, 'g'), word] as const,
  ),
];
/** Fast path: texts without any of these have no short form, which are nearly all of them. */
const MAY_BE_SHORT = new RegExp(
  String.raw`\.|str(?![a-z])|${START}(?:${SAINTS}|${WORDS.map(([forms]) => forms).join('|')})(?![a-z0-9])`,
);

function inFull(text: string): string {
  if (!MAY_BE_SHORT.test(text)) return text;
  let full = text;
  for (const [form, word] of SHORT_FORMS) full = full.replaceAll(form, word);
  return full.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '');
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Writes "ae" for "ä", and so on. */
export function umlautsInFull(text: string): string {
  return text.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/**
 * The forms in which a text is found, joined: as searchText() returns it, in full with "ue" for "ü", and in
 * full with "u" for "ue". Must match the database's search_key().
 */
export function findText(text: string): string {
  return findForms(text).join(' ');
}

/** The single forms of findText(). Most texts have one. */
export function findForms(text: string): string[] {
  return formsOf(text, (plain) => plain.replaceAll(/([aou])e/g, '$1'));
}

function formsOf(text: string, shorten: (plain: string) => string): string[] {
  const equal = equalKey(text);
  const plain = withoutAccents(equal);
  const long = plain === equal ? plain : withoutAccents(umlautsInFull(equal));
  const short = shorten(plain);
  const full = inFull(long);
  return [...new Set([plain, full, short === long ? full : inFull(short)])];
}

/** The words of a search. Each has the forms that may be part of a findText() result. */
export type FindWords = ReadonlyArray<readonly string[]>;

/** Splits a search into words at blanks and commas, as in copied addresses: "Seestrasse 12, 8001 Zürich". */
export function findWords(query: string): FindWords {
  const key = equalKey(query);
  const words = key.split(/[ ,;]+/).filter(Boolean);
  return (words.length > 0 ? words : [key].filter(Boolean)).map((one) =>
    formsOf(one, (plain) => plain),
  );
}

/** True if a findText() result has every word, in any order. */
export function hasWords(text: string, words: FindWords): boolean {
  return words.every((forms) => forms.some((form) => text.includes(form)));
}

/** Groups of three digits with one separator, and decimals after another: "1'250.5", "1 250,5", "1.250,5". */
const GROUPED = /^([+-]?[1-9]\d{0,2}(?:([\s'’_.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/u;
const PLAIN = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;

/**
 * Reads a number as typed, in forms and imports alike. Comma and point both separate decimals ("3,5" and
 * "3.5"), and thousands may be grouped ("1'250.5"). NaN for any other text, and for an ambiguous separator
 * ("2.500"; docs/behaviour/forms.md).
 */
export function readNumber(text: string): number {
  // "1250.–" is a round amount.
  const plain = withoutInvisible(text)
    .trim()
    .replace(/(?<=\d)[.,][-–—]+$/, '');
  if (thousandsOrDecimals(plain)) return Number.NaN;
  const [, whole, , decimals = ''] = GROUPED.exec(plain) ?? [];
  if (whole !== undefined) return Number(`${whole.replace(/[\s'’_.,]/gu, '')}.${decimals}`);
  return PLAIN.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN;
}

/** The two readings of an ambiguous number such as "2.500"; null for any other text. */
export function thousandsOrDecimals(text: string): readonly [number, number] | null {
  const [, whole, decimals] = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(text) ?? [];
  if (whole === undefined || decimals === undefined) return null;
  return [Number(whole + decimals), Number(`${whole}.${decimals}`)];
}
