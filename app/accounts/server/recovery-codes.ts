import { randomInt } from 'node:crypto';
import { hashToken } from './tokens';

export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_CHARS = 6;

/** New codes, each with 118 random bits, so that a plain hash of it is enough. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, createGroup).join('-'),
  );
}

/** Hash by which a code is stored and found; case and punctuation do not matter. */
export function hashRecoveryCode(typed: string): string {
  return hashToken(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

function createGroup(): string {
  return Array.from({ length: GROUP_CHARS }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
}
