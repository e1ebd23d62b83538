import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  codeInFragment,
  inLetterGroups,
  LETTER_ALPHABET,
  LETTER_CODE_CHARS,
  letterCodeSchema,
  letterLink,
  readLetterCode,
} from '~/invitations/letter-code';
import { createLetterCode, hashLetterCode } from '~/invitations/server/letters.repo';

const codes = fc
  .array(fc.constantFrom(...LETTER_ALPHABET.split('')), {
    minLength: LETTER_CODE_CHARS,
    maxLength: LETTER_CODE_CHARS,
  })
  .map((chars) => chars.join(''));
const isCode = (code: string) => letterCodeSchema.safeParse({ code }).success;

it('a letter code has no letters that look like digits, and 5 bits in each character', () => {
  expect(LETTER_ALPHABET).not.toMatch(/[ILOU]/);
  expect(new Set(LETTER_ALPHABET)).toHaveLength(32);
});

it('a letter code is read as printed, however it is typed', () => {
  const between = fc.array(fc.constantFrom('', ' ', '-', '–', '‑', '\u00a0', '\t'), {
    minLength: LETTER_CODE_CHARS + 1,
    maxLength: LETTER_CODE_CHARS + 1,
  });
  const lookAlikes: Readonly<Record<string, readonly string[]>> = {
    0: ['0', 'O', 'o'],
    1: ['1', 'I', 'i', 'L', 'l'],
  };
  fc.assert(
    fc.property(codes, between, fc.infiniteStream(fc.nat(5)), (code, gaps, choices) => {
      const typed = Array.from(code).map((char) => {
        const ways = lookAlikes[char] ?? [char, char.toLowerCase()];
        return ways[choices.next().value % ways.length] ?? char;
      });
      const text = gaps.map((gap, index) => gap + (typed[index] ?? '')).join('');
      expect(readLetterCode(text)).toBe(code);
      expect(isCode(text)).toBe(true);
    }),
  );
});

it('a letter code is printed in two groups, and in the fragment of a link', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(inLetterGroups(code)).toBe(`${code.slice(0, 5)}-${code.slice(5)}`);
      const { hash, search } = new URL(letterLink('https://panel.example', code));
      expect([codeInFragment(hash), search]).toEqual([code, '']);
    }),
  );
});

it('any other text is no letter code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = readLetterCode(text);
      expect(isCode(text)).toBe(/^[0-9A-HJKMNP-TV-Z]{10}$/.test(read) && text.length <= 100);
    }),
  );
  expect(codeInFragment('#other=1')).toBe('');
  expect(codeInFragment('')).toBe('');
});

it('a letter code is random, and its stored hash is always the same', async () => {
  const made = Array.from({ length: 1_000 }, createLetterCode);
  expect(made.every(isCode)).toBe(true);
  expect(new Set(made)).toHaveLength(1_000);
  expect(new Set(made.join(''))).toHaveLength(32);
  const hash = await hashLetterCode('ABCDEFGHJK');
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(await hashLetterCode('ABCDEFGHJK')).toBe(hash);
  expect(await hashLetterCode('ABCDEFGHJM')).not.toBe(hash);
});
