import { createHmac, randomBytes } from 'node:crypto';
import { secretsEqual } from '~/platform/secrets-equal.server';

/** Parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes count: clocks differ, and typing takes time. */
const TOLERANCE_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Makes a secret in base32, the form that apps read. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** Replaces colons, which end the issuer in the otpauth format, encoded or not. */
const withoutColons = (text: string) => text.replaceAll(':', '-');

/** Builds the address in the QR code of a secret. */
export function totpUri(secret: string, account: string, publicUrl: string): string {
  const { hostname, port } = new URL(publicUrl);
  // Names the installation, else an app may overwrite the entry of another one for the same account.
  const name = `Condo Admin (${withoutColons(hostname)}${port && ` port ${port}`})`;
  const issuer = encodeURIComponent(name);
  const label = `${issuer}:${encodeURIComponent(withoutColons(account))}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** Returns the code of a time step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/** Finds the time step that a typed code belongs to, or null. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const current = totpStep(now);
  for (let step = current - TOLERANCE_STEPS; step <= current + TOLERANCE_STEPS; step += 1) {
    if (secretsEqual(totpCode(secret, step), code)) return step;
  }
  return null;
}

function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

function fromBase32(text: string): Buffer {
  let bits = '';
  for (const char of text) bits += ALPHABET.indexOf(char).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
