import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { secretsEqual } from '~/platform/secrets-equal.server';
import type { Passwords } from '~/rpc/embedded/deps';

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. About 40 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const DIGEST_BYTES = 32;
const SALT_BYTES = 16;

const argon2Async = promisify(argon2);

type Parameters = Omit<Argon2Parameters, 'message'> & { nonce: Buffer };

type Derive = (password: string, parameters: Parameters) => Promise<Buffer>;

export const deriveArgon2: Derive = (password, parameters) =>
  // NFKC normalizes accents, so that a password matches however they were typed (RFC 8265).
  argon2Async('argon2id', { message: password.normalize('NFKC'), ...parameters });

/** argon2id in the usual text form ($argon2id$v=19$m=...,t=...,p=...$salt$hash). */
export function createPasswords(derive: Derive = deriveArgon2): Passwords {
  const nobody: Parameters = {
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    nonce: randomBytes(SALT_BYTES),
    tagLength: DIGEST_BYTES,
  };
  return {
    async hash(password) {
      const nonce = randomBytes(SALT_BYTES);
      const digest = await derive(password, { ...nobody, nonce });
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toText(nonce)}$${toText(digest)}`;
    },
    async verify(hash, password) {
      const known = hash === null ? null : parse(hash);
      // Without an account the same work is done, so that the time does not reveal whether there is one.
      const digest = await derive(password, known?.parameters ?? nobody);
      return known !== null && secretsEqual(digest, known.digest);
    },
  };
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): { parameters: Parameters; digest: Buffer } | null {
  const [, memory, passes, parallelism, nonce, digestText] = FORM.exec(hash) ?? [];
  if (nonce === undefined || digestText === undefined) return null;
  const digest = Buffer.from(digestText, 'base64');
  return {
    digest,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: digest.length,
    },
  };
}
