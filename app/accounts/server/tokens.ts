import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An unguessable secret, safe in headers and URLs. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hash by which a token is stored. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
