import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. No other code may compare secrets (scripts/lint/secrets.mjs). */
export function secretsEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(hash(a), hash(b));
}

function hash(secret: string | Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
