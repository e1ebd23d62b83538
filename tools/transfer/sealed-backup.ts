import { createDecipheriv, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/*
 * Reads the encrypted backups of builds before release 0.2.0, whose names end in .sealed. Delete this file in
 * December 2027. Such a backup is MAGIC, 16 bytes of salt, 12 of nonce, the tar file by AES-256-GCM with all
 * of these as additional data, and a tag of 16 bytes. Its key is BACKUP_KEY by scrypt. `backup convert`
 * converts it into an age file.
 */

const MAGIC = 'condo-admin-sealed-1\n';
const SALT_END = MAGIC.length + 16;
const HEAD_BYTES = SALT_END + 12;
const TAG_BYTES = 16;
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

export const isSealed = (head: string) => head.startsWith(MAGIC);

/** Decrypts twice: the tag comes last, and no data may be passed on before it is authenticated. */
export async function* unseal(path: string, key: string): AsyncGenerator<Uint8Array, void, void> {
  const head = Buffer.alloc(HEAD_BYTES);
  const tag = Buffer.alloc(TAG_BYTES);
  await using file = await open(path);
  const end = (await file.stat()).size - TAG_BYTES;
  if (end < HEAD_BYTES) throw new Error('It is too short');
  await file.read(head, 0, HEAD_BYTES, 0);
  await file.read(tag, 0, TAG_BYTES, end);
  const derived = scryptSync(key, head.subarray(MAGIC.length, SALT_END), 32, SCRYPT);
  for (const isAuthentic of [false, true]) {
    const decipher = createDecipheriv('aes-256-gcm', derived, head.subarray(SALT_END));
    decipher.setAAD(head).setAuthTag(tag);
    const sealed: AsyncIterable<Buffer> = createReadStream(path, {
      start: HEAD_BYTES,
      end: end - 1,
    });
    for await (const chunk of sealed) {
      const plain = decipher.update(chunk);
      if (isAuthentic) yield plain;
    }
    decipher.final();
  }
}
