import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { streamOf } from '~/platform/streams';
import { isSealed, unseal } from './sealed-backup';
import { UsageError } from '../command';

/* Backups are age files, encrypted by a passphrase: with a public recipient anybody could forge one. */

const AGE_MAGIC = 'age-encryption.org/';
type Bytes = AsyncGenerator<Uint8Array, void, void>;

export function encrypt(bytes: ReadableStream<Uint8Array>, key: string) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  return encrypter.encrypt(bytes);
}

/** Reads an export's tar file, which must be encrypted if there is a key. @throws UsageError */
export function readBytes(path: string, key?: string): Bytes {
  return explained(decrypted(path, key), path, key);
}

/** Passes the items on and turns errors into messages for the operator. */
export async function* explained<T>(
  items: AsyncIterable<T>,
  path: string,
  key?: string,
): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof Error && 'syscall' in error)
      throw new UsageError(`${path} cannot be read: ${String(error)}`);
    const isTruncated = error instanceof Error && error.message === 'Tar archive is truncated.';
    throw new UsageError(
      key === undefined
        ? `${path} is not an export, or is ${isTruncated ? 'truncated' : 'damaged'}.`
        : `${path} cannot be read: It is damaged or truncated, or BACKUP_KEY is another.`,
    );
  }
}

async function* decrypted(path: string, key?: string): Bytes {
  const head = await readHead(path);
  const isEncrypted = head.startsWith(AGE_MAGIC) || isSealed(head);
  if (isEncrypted && key === undefined)
    throw new UsageError(`${path} is encrypted: set BACKUP_KEY, and leave out --plain.`);
  if (!isEncrypted && key !== undefined)
    throw new UsageError(
      `${path} is not encrypted with BACKUP_KEY, or is truncated. --plain reads a plain export that you trust.`,
    );
  if (key === undefined) yield* chunksOf(path);
  else yield* isSealed(head) ? unsealByAny(path, keysOf(key)) : decrypt(path, keysOf(key));
}

/**
 * The possible passphrases of a key: without line breaks at its end, as from a file, then unchanged, since
 * older releases did not remove them.
 */
export function keysOf(key: string | undefined): string[] {
  return key === undefined ? [] : [...new Set([key.replace(/[\r\n]+$/, ''), key])];
}

/** Tries each key. A wrong key yields no data, so that the next one can be tried. */
async function* unsealByAny(path: string, [key = '', ...others]: readonly string[]): Bytes {
  let isRight = false;
  try {
    for await (const chunk of unseal(path, key)) {
      isRight = true;
      yield chunk;
    }
  } catch (error) {
    if (isRight || others.length === 0) throw error;
    yield* unsealByAny(path, others);
  }
}

async function readHead(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(32), position: 0 });
  return buffer.toString('latin1', 0, bytesRead);
}

async function* decrypt(path: string, keys: readonly string[]): Bytes {
  const file = chunksOf(path);
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addPassphrase(key);
  try {
    yield* await decrypter.decrypt(streamOf(file));
  } finally {
    // An unreadable header leaves the file open.
    await file.return();
  }
}

async function* chunksOf(path: string): Bytes {
  yield* createReadStream(path);
}
