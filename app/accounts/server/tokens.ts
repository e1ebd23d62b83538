import { hash, randomBytes, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An unguessable secret, safe in headers and URLs. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hash by which a token is stored. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Marks encrypted values. Secrets in base32 contain no point. */
const PREFIX = 'v1.';

/** Encrypts secrets with SECOND_FACTOR_KEY; without that key they stay plain (docs/decisions/0035). */
export function createSecretBox(setting: string | undefined) {
  const key =
    setting === undefined
      ? null
      : Buffer.from(hkdfSync('sha256', setting, '', 'condo-admin second factor', KEY_BYTES));
  return {
    /** Encrypts a secret. @param owner whose secret it is; it cannot be opened for another owner */
    seal(secret: string, owner: number): string {
      if (!key) return secret;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(String(owner)));
      const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return PREFIX + Buffer.concat(parts).toString('base64url');
    },
    /** Decrypts a secret; null if it was sealed with another key or the key is missing. */
    open(sealed: string, owner: number): string | null {
      if (!sealed.startsWith(PREFIX)) return sealed;
      if (!key) return null;
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(String(owner)))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
