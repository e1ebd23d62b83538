import { isUtf8 } from 'node:buffer';
import { oncePer } from '~/fields/once-per';
import { sentence, type AnySentence } from '~/language/sentence';
import { SINGLE_BYTE, upperHalf } from './encoding';

/** Letters and signs of names and addresses as UTF-8 has them in several bytes, and the lost letter. */
const SEVERAL_BYTES = /^[\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u20ac]+$/;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The bytes of letters in an encoding, and its letters for the first two bytes of one in UTF-8. */
const readerOf = oncePer((encoding: (typeof SINGLE_BYTE)[number]) => {
  const letters = Array.from(upperHalf(encoding), (letter, at) => [letter, 128 + at] as const);
  // Where an encoding leaves a byte open, programs keep its number.
  const controls = Array.from({ length: 32 }, (_, at) => {
    return [String.fromCodePoint(128 + at), 128 + at] as const;
  });
  const bytes: ReadonlyMap<string, number> = new Map([...controls, ...letters]);
  const range = (from: number, to: number) =>
    [...bytes].flatMap(([letter, byte]) => (byte >= from && byte <= to ? [letter] : [])).join('');
  const firstTwo = new RegExp(`[${range(0xc2, 0xc5)}${range(0xe2, 0xe2)}][${range(0x80, 0xbf)}]`);
  return { bytes, firstTwo };
});

/**
 * Returns the text before its UTF-8 was read in another encoding and saved: "Zürich" for "ZÃ¼rich". Null for
 * any other text. A word counts only if it is UTF-8 as a whole, which words of names are not by chance.
 */
export function readGarbled(text: string): string | null {
  if (!BEYOND_ASCII.test(text)) return null;
  for (const encoding of SINGLE_BYTE) {
    const { bytes, firstTwo } = readerOf(encoding);
    if (!firstTwo.test(text)) continue;
    let isGarbled = false;
    const words = text.split(/([\t\n\r ,;|"()/]+)/).map((word) => {
      if (!BEYOND_ASCII.test(word)) return word;
      const codes = Array.from(word, (letter) =>
        letter < '\u0080' ? letter.codePointAt(0) : bytes.get(letter),
      );
      if (codes.includes(undefined)) return word;
      const raw = Buffer.from(codes.map((code) => code ?? 0));
      const decoded = raw.toString();
      if (!isUtf8(raw) || !SEVERAL_BYTES.test(decoded) || isSign(word)) return word;
      isGarbled = true;
      return decoded;
    });
    if (isGarbled) return words.join('');
  }
  return null;
}

/** A capital with a dash or a quote behind it: "Haus Ä–D", "Trakt Å”". */
const isSign = (word: string) => /[ÂÄÅ][‘’”•–—»]/.test(word);

/** Why the letters of a cell cannot be right, if so. */
export function garbledReason(text: string): AnySentence | null {
  if (text.includes('\ufffd')) return 'letters_lost';
  const reading = readGarbled(text);
  return reading === null ? null : sentence('text_garbled', { reading });
}
