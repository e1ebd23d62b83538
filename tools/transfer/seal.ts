import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../command';

/*
 * An encrypted export: a head of MAGIC, 16 bytes of salt and 12 of nonce, the tar file by AES-256-GCM with the head as
 * additional data, and the tag of 16 bytes. Its key is made of BACKUP_KEY by scrypt. docs/deploy.md describes it too.
 */

const MAGIC = Buffer.from('condo-admin-sealed-1\n');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

function partsOf(head: Buffer, passphrase: string): [key: Buffer, nonce: Buffer] {
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  return [scryptSync(passphrase, salt, 32, SCRYPT), head.subarray(MAGIC.length + SALT_BYTES)];
}

/** Encrypts a file with a passphrase. */
export async function seal(from: string, to: string, passphrase: string): Promise<void> {
  const head = Buffer.concat([MAGIC, randomBytes(HEAD_BYTES - MAGIC.length)]);
  const cipher = createCipheriv(CIPHER, ...partsOf(head, passphrase)).setAAD(head);
  async function* sealed(chunks: AsyncIterable<Buffer>) {
    yield head;
    for await (const chunk of chunks) yield cipher.update(chunk);
    yield cipher.final();
    yield cipher.getAuthTag();
  }
  await pipeline(createReadStream(from), sealed, createWriteStream(to, { mode: 0o600 }));
}

/** The file itself where it is not encrypted, else `to`, into which it is decrypted. @throws UsageError */
export async function unseal(from: string, to: string, passphrase?: string): Promise<string> {
  const head = Buffer.alloc(HEAD_BYTES);
  const tag = Buffer.alloc(TAG_BYTES);
  try {
    await using file = await open(from);
    const end = Math.max((await file.stat()).size - TAG_BYTES, HEAD_BYTES);
    await file.read(head, 0, HEAD_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, end);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return from;
    if (!passphrase) throw new UsageError('It is encrypted: set BACKUP_KEY.');
    const decipher = createDecipheriv(CIPHER, ...partsOf(head, passphrase));
    decipher.setAAD(head).setAuthTag(tag);
    const sealed = createReadStream(from, { start: HEAD_BYTES, end: end - 1 });
    await pipeline(sealed, decipher, createWriteStream(to, { mode: 0o600 }));
    return to;
  } catch (error) {
    const isAuthentic = !String(error).includes('unable to authenticate');
    const reason = error instanceof UsageError ? error.message : String(error);
    throw new UsageError(
      `${from} cannot be read: ${isAuthentic ? reason : 'It is damaged, or BACKUP_KEY is another.'}`,
    );
  }
}
