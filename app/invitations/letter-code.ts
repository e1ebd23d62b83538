import { rule } from '~/language/rules';
import { z } from '~/fields/zod';

/* Codes of letters (docs/behaviour/invitations.md, "Letters"). */

/** Crockford's base32, without I, L, O and U. A character is 5 random bits. */
export const LETTER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const LETTER_CODE_CHARS = 10;
const GROUP = /(.{5})(?=.)/g;

/** Formats a code as printed: ABCDE-FGHJK. */
export function inLetterGroups(code: string): string {
  return code.replaceAll(GROUP, '$1-');
}

/** Reads a typed code. Case, blanks and dashes do not matter; I, L and O are read as digits. */
export function readLetterCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');
}

const LETTER_CODE = new RegExp(`^[${LETTER_ALPHABET}]{${LETTER_CODE_CHARS}}$`);

export const letterCodeSchema = z
  .object({
    code: z
      .string(rule('code_required'))
      .min(1, { ...rule('code_required'), abort: true })
      .max(100, { ...rule('code_too_long'), abort: true })
      .refine((typed) => LETTER_CODE.test(readLetterCode(typed)), rule('letter_code')),
  })
  .meta({ id: 'LetterCode' });

/** The address of the page in a letter. The code is in its fragment, which browsers send to no server. */
export function letterLink(publicUrl: string, code: string): string {
  return `${publicUrl}/invitations/accept#code=${code}`;
}

export function codeInFragment(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';
}
