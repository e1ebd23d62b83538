import { isUtf8 } from 'node:buffer';
import { oncePer } from '~/fields/once-per';
import { sentence, type AnySentence } from '~/language/sentence';
import { SINGLE_BYTE, upperHalf } from './encoding';

/** Texts of ASCII and of the letters and signs that names and addresses have beyond it. */
const SEVERAL_BYTES = /^[\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u20ac]+$/;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The byte of each letter in an encoding, and a quick test for two letters that may be bytes of UTF-8. */
const readerOf = oncePer((encoding: (typeof SINGLE_BYTE)[number]) => {
  const letters = Array.from(upperHalf(encoding), (letter, at) => [letter, 128 + at] as const);
  // For a byte without a letter, programs write the control character of the same number.
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
 * Restores a text whose UTF-8 was read in another encoding and saved: "Zürich" for "ZÃ¼rich". Returns null
 * for any other text. A word must be valid UTF-8 as a whole, which names never are by chance.
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

/** True for a capital before a dash or a quote, which is right as it is: "Haus Ä–D", "Trakt Å”". */
const isSign = (word: string) => /[ÂÄÅ][‘’”•–—»]/.test(word);

/** Reason why letters of a cell are wrong; null if they may be right. */
export function garbledReason(text: string): AnySentence | null {
  if (text.includes('\ufffd')) return 'letters_lost';
  const reading = readGarbled(text);
  return reading === null ? null : sentence('text_garbled', { reading });
}
