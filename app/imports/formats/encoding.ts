import { isUtf8 } from 'node:buffer';
import { oncePer } from '~/fields/once-per';
import type { EncodingName, LikelyEncoding } from '~/imports/schema';
import { sentence } from '~/language/sentence';
import { SheetError } from './sheet-row';

/** Upper halves of the code pages of DOS and Windows' command line, which `TextDecoder` does not support. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Single-byte encodings. If the letters of a text do not decide, the first one is preferred. */
export const SINGLE_BYTE: ReadonlyArray<{ name: EncodingName; label?: string; letters?: string }> =
  [
    { name: 'Windows-1252', label: 'windows-1252' },
    { name: 'Mac Roman', label: 'macintosh' },
    { name: 'DOS 850', letters: CODE_PAGE_850 },
    { name: 'DOS 437', letters: CODE_PAGE_437 },
    { name: 'ISO-8859-15', label: 'iso-8859-15' },
  ];

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);

/** Decoders are made on demand, since not every platform supports every encoding. */
export const upperHalf = oncePer(
  ({ label, letters }: (typeof SINGLE_BYTE)[number]) =>
    letters ?? new TextDecoder(label).decode(UPPER_HALF),
);

const BOMS = [
  { label: 'utf-8', name: 'UTF-8 with BOM', magic: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', name: 'UTF-16', magic: [0xff, 0xfe] },
  { label: 'utf-16be', name: 'UTF-16', magic: [0xfe, 0xff] },
] as const;

const sure = (encoding: string) => [{ encoding, sample: '' }];

/** Points by which the best encoding must beat every other. */
const CLEAR = 3;

/**
 * Finds the encoding of a text file, or several that are equally likely, each with a sample word as it
 * would read. Byte order marks, the zero bytes of UTF-16 and valid UTF-8 decide alone. Otherwise the
 * letters of words decide.
 * @throws SheetError
 */
export function findEncodings(bytes: Buffer, chosen?: EncodingName): readonly LikelyEncoding[] {
  if (chosen) return sure(chosen);
  const bom = bomOf(bytes);
  if (bom && (bom.label !== 'utf-8' || isUtf8(bytes))) return sure(bom.name);
  if (utf16Of(bytes)) return sure('UTF-16');
  if (bytes.includes(0)) throw nulError(bytes);
  const words = wordsWithLetters(bytes);
  if (isUtf8(bytes) && !words.some((word) => MIXED_SCRIPTS.test(word.toString()))) {
    return sure('UTF-8');
  }
  const ways = [...SINGLE_BYTE.map(({ name }) => name), 'UTF-8']
    .map((encoding) => {
      const texts = words.map((word) => [...decodeText(word, encoding)].join(''));
      return { encoding, texts, points: texts.reduce((sum, text) => sum + oddityOf(text), 0) };
    })
    .toSorted((a, b) => a.points - b.points);
  const [best] = ways;
  if (!best) return sure('Windows-1252');
  // Most files are Windows-1252, so it needs only a small margin. Damaged UTF-8 always asks the user.
  const isMixed = words.some(isWordOfUtf8);
  const isBroken = !isUtf8(bytes) && (best.encoding === 'UTF-8' || isMixed);
  const margin = isBroken ? Infinity : best.encoding === 'Windows-1252' ? 1 : CLEAR;
  const others = ways.filter(
    ({ texts, points }, index) =>
      points - best.points < margin &&
      ways.findIndex((way) => way.texts.join() === texts.join()) === index,
  );
  const differs = words.findIndex((_, at) =>
    others.some(({ texts }) => texts[at] !== best.texts[at]),
  );
  return others.map(({ encoding, texts }) => ({ encoding, sample: texts[differs] ?? '' }));
}

/** The error for NUL bytes: a text that was damaged, such as by a crash while it was written, or no text. */
function nulError(bytes: Buffer): SheetError {
  const isText = !bytes.some((byte) => byte < 32 && byte !== 0 && !TEXT_CONTROLS.has(byte));
  const line = bytes.toString('latin1', 0, bytes.indexOf(0)).split(/\r\n|[\r\n]/).length;
  return new SheetError(isText ? sentence('nul_in_line', { line }) : 'file_not_text');
}

/** Line ends, tabs, page breaks, and Ctrl-Z, by which DOS marks the end of a file. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26]);

function bomOf(bytes: Buffer) {
  return BOMS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
}

function utf16Of(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, 4096);
  const zeros = sample.filter((byte) => byte === 0).length;
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  if (zeros <= sample.length / 8) return undefined;
  if (zeros - even > even * 4) return 'utf-16le';
  return even > (zeros - even) * 4 ? 'utf-16be' : undefined;
}

const PIECE_BYTES = 256 * 1024;

/** Decodes a file in pieces, without its byte order mark. */
export function* decodeText(bytes: Buffer, encoding: string): Generator<string, void, undefined> {
  const single = SINGLE_BYTE.find(({ name }) => name === encoding);
  const letters = single && upperHalf(single);
  const bom = bomOf(bytes);
  const label = encoding === 'UTF-16' ? (bom?.label ?? utf16Of(bytes) ?? 'utf-16le') : 'utf-8';
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  for (let offset = bom?.magic.length ?? 0; offset < bytes.length; offset += PIECE_BYTES) {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES);
    yield letters === undefined
      ? decoder.decode(piece, { stream: true })
      : piece
          .toString('latin1')
          .replaceAll(/[\u0080-\u00ff]/g, (byte) => letters[byte.charCodeAt(0) - 128] ?? byte);
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

const WORDS_LIMIT = 1_000;
/** A word around a byte beyond ASCII, up to 40 bytes on each side. Only such a byte starts a match. */
const WORD = /[\u0080-\u00ff](?<=([^ \t\r\n,;|"]{0,40})[\u0080-\u00ff])[^ \t\r\n,;|"]{0,40}/g;

/** Finds different words with bytes beyond ASCII, up to a limit. */
function wordsWithLetters(bytes: Buffer): Buffer[] {
  const words = new Set<string>();
  const text = bytes.toString('latin1');
  for (const { 0: rest, 1: start = '', index } of text.matchAll(WORD)) {
    // A sign between blanks, such as "½", belongs to the number next to it.
    const isAlone = start === '' && rest.length === 1;
    const before = isAlone && /\d $/.test(text.slice(Math.max(0, index - 2), index)) ? '0' : start;
    const after = isAlone && /^ \d/.test(text.slice(index + 1, index + 3)) ? '0' : '';
    words.add(before + rest + after);
    if (words.size === WORDS_LIMIT) break;
  }
  return Array.from(words, (word) => Buffer.from(word, 'latin1'));
}

/** True for letters of names in UTF-8; in other encodings no word consists of such bytes. */
function isWordOfUtf8(word: Buffer): boolean {
  return isUtf8(word) && /^(?:[\x20-\x7e]|(?=[\u00c0-\u017f])\p{L}|[–’])+$/u.test(word.toString());
}

/** Words that mix scripts. Two letters of another encoding may form valid UTF-8 of another script. */
const MIXED_SCRIPTS =
  /\p{Script=Latin}[\u0180-\u019f\u01b1-\u0217\u021c-\u0258\u025a-\u02af\u0370-\u07ff]/u;

/* Letters of German, French and Italian, then rarer letters of foreign names. */
const SMALL = 'àâäçèéêëîïôöœùûüßìò';
const CAPITAL = 'ÀÂÄÇÈÉÊËÎÏÔÖŒÙÛÜÌÒ';
const RARE_LETTERS = 'áãåæíñóõøúýÿšžıÁÃÅÆÍÑÓÕØÚÝŸŠŽ';
const ANY = SMALL + CAPITAL + RARE_LETTERS;
/** Signs between words. */
const SIGNS = '“”„‚«»‹›…•·°²³½¼¾§€£©®™†×±';
const RARE_SIGNS = '¢¤¦¬¯¶÷¨ˆ˜¸‡µ¹‰¥ªº¿¡';
const OTHER_SIGNS = '’‘´–—\\u00a0\\u00ad';

const IMPOSSIBLE = 4;
const UNUSUAL = 2;
const RARE = 1;

/** Patterns that words of names and addresses have rarely or never, with their penalty points. */
const ODDITIES: ReadonlyArray<[pattern: string, points: number]> = [
  // Control characters, frames, mathematics.
  [`[^\\x20-\\x7e${ANY}${SIGNS}${RARE_SIGNS}${OTHER_SIGNS}]`, IMPOSSIBLE],
  // Capitals among small letters, or small letters among capitals. "STRAßE" is allowed.
  [`\\p{Ll}(?=[${ANY}])\\p{Lu}|(?!ß)(?=[${ANY}])\\p{Ll}\\p{Lu}`, IMPOSSIBLE],
  [`\\p{Lu}{2}(?!ß)(?=[${ANY}])\\p{Ll}`, IMPOSSIBLE],
  [`(?=[${ANY}])\\p{Lu}{2}\\p{Ll}|\\p{Lu}(?=[${ANY}])\\p{Lu}\\p{Ll}`, IMPOSSIBLE],
  // Signs within a word, or on the wrong side of it.
  [`\\p{L}[${SIGNS}${RARE_SIGNS}]\\p{L}`, IMPOSSIBLE],
  ['\\p{L}[„‚€£§©•†]|[€£§©™®²³¹½¼¾]\\p{L}|[\\p{Ll}–]—\\p{L}|—\\p{Ll}', IMPOSSIBLE],
  ['\\p{L}[«‹¿¡]|[»›”…]\\p{L}|\\p{Lu}…|«(?!.*»)|(?<![nN])(?<=\\p{L})°', RARE],
  ['–\\p{Ll}|\\p{Ll}\\u00a0\\p{Ll}|(?<=\\p{L})[‘´]', RARE],
  // An apostrophe that neither replaces a vowel nor ends a genitive.
  [
    '(?<!(?<!\\p{L})[a-zL]|(?<!\\p{L})\\p{Lu}(?=.\\p{Lu})|ll|qu|un|nt|rd|zz|tt)’(?=\\p{L})' +
      '(?!(?:s|n|t|ch)(?!\\p{L}))|(?<=\\p{L})(?<![sxzSXZß])’(?!\\p{L})',
    RARE,
  ],
  [`[${RARE_SIGNS}]`, UNUSUAL],
  [`[${RARE_LETTERS}]`, RARE],
  // A single letter, or a letter next to a number.
  [`(?<![\\p{L}’])(?![àÀéèÈ])[${ANY}](?!\\p{L})|\\d(?![éè])[${ANY}]`, RARE],
  // A sign between blanks, which is a capital in another encoding.
  ['(?<![^ ])[™†‡€](?![^ ])', RARE],
  // Accents at positions where French and Italian words do not have them.
  ['[àùìò](?=\\p{L})|[âîôûê](?!\\p{L})|[îû](?=[aeiou])|ç(?![aou])|(?<![aeouAEOU])[ïÏ]', RARE],
  ['(?<=\\p{L})œ(?!u)|[aeio]œ|[ao][äö]|(?<=\\p{L})(?<![mM])[²³]', RARE],
  ['œ(?!\\p{L})', IMPOSSIBLE],
];
const PATTERNS = ODDITIES.map(([pattern, points]) => [new RegExp(pattern, 'gu'), points] as const);

/** Sum of penalty points of a word. */
function oddityOf(word: string): number {
  let sum = 0;
  for (const [pattern, points] of PATTERNS) sum += points * (word.match(pattern)?.length ?? 0);
  return sum;
}
