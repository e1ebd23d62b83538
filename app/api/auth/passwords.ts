import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Passwords } from '../deps';

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. About 40 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const argon2Async = promisify(argon2);

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tagLength: number;
}

function derive(password: string, parameters: Parameters): Promise<Buffer> {
  // One password, however its accents were typed (RFC 8265).
  return argon2Async('argon2id', { message: password.normalize('NFKC'), ...parameters });
}

/** argon2id in the usual text form ($argon2id$v=19$m=...,t=...,p=...$salt$hash). */
export function createPasswords(): Passwords {
  const nobody: Parameters = {
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    nonce: randomBytes(SALT_BYTES),
    tagLength: TAG_BYTES,
  };
  return {
    async hash(password) {
      const nonce = randomBytes(SALT_BYTES);
      const tag = await derive(password, { ...nobody, nonce });
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toText(nonce)}$${toText(tag)}`;
    },
    async verify(hash, password) {
      const known = hash === null ? null : parse(hash);
      const tag = await derive(password, known?.parameters ?? nobody);
      return known !== null && tag.length === known.tag.length && timingSafeEqual(tag, known.tag);
    },
  };
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): { parameters: Parameters; tag: Buffer } | null {
  const [, memory, passes, parallelism, nonce, tagText] = FORM.exec(hash) ?? [];
  if (nonce === undefined || tagText === undefined) return null;
  const tag = Buffer.from(tagText, 'base64');
  return {
    tag,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: tag.length,
    },
  };
}
