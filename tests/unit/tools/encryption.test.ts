import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { UsageError } from '../../../tools/command';
import { createArchive, readArchive, readWhole } from '../../../tools/transfer/archive';
import { readExport } from '../../../tools/transfer/read-manifest';
import { temporaryFolder } from '../../support/opened';

const KEY = 'a passphrase of the backup';
const FIXTURES = join(import.meta.dirname, '../../fixtures/transfer');
const SEALED = join(FIXTURES, 'export-098e833.tar.sealed');

const folder = temporaryFolder();
const file = join(folder, 'attempt');
/** An archive of some chunks of age's, and the same encrypted with KEY. */
let plain: Buffer;
let whole: Buffer;

beforeAll(async () => {
  const path = join(folder, 'whole.tar');
  const archive = await createArchive(path);
  await archive.add('first', 1, [Buffer.from('1')]);
  await archive.add('second', 150_000, [Buffer.alloc(150_000, 2)]);
  await archive.finish();
  plain = await readFile(path);
  whole = await encrypted((encrypter) => encrypter.setPassphrase(KEY));
});

/** Encrypts with a work factor that costs no time. Readers accept any. */
async function encrypted(forWhom: (encrypter: Encrypter) => void): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(1);
  forWhom(encrypter);
  return Buffer.from(await encrypter.encrypt(plain));
}

/**
 * Reads all of these bytes as a backup.
 * @throws if reading fails; the message must be one sentence for the operator
 */
async function read(bytes: Uint8Array, key?: string): Promise<string[]> {
  await writeFile(file, bytes);
  const names: string[] = [];
  try {
    for await (const one of readArchive(file, key)) {
      await readWhole(one);
      names.push(one.name);
    }
    return names;
  } catch (error) {
    const isOneSentence = error instanceof UsageError && /^[^\n]+\.$/.test(error.message);
    throw isOneSentence ? error : new Error('It is no sentence', { cause: error });
  }
}

it('a file encrypted with the key is read with that key alone', async () => {
  expect(await read(whole, KEY)).toEqual(['first', 'second']);
  await expect(read(whole, 'another passphrase')).rejects.toThrow('BACKUP_KEY is another');
  await expect(read(whole)).rejects.toThrow('is encrypted: set BACKUP_KEY');
});

it('line breaks at the end of a key do not count, and a key that was taken with one is tried', async () => {
  for (const end of ['\n', '\r\n', '\n\n']) {
    expect(await read(whole, KEY + end)).toEqual(['first', 'second']);
    const old = await encrypted((encrypter) => encrypter.setPassphrase(KEY + end));
    expect(await read(old, KEY + end)).toEqual(['first', 'second']);
    await expect(read(old, KEY)).rejects.toThrow('BACKUP_KEY is another');
  }
  const expected = await readExport(join(FIXTURES, 'export-098e833.tar'));
  expect(await readExport(SEALED, `${KEY}\n`)).toEqual(expected);
  await expect(read(await readFile(SEALED), 'another passphrase\n')).rejects.toThrow('is another');
});

it('with a key, all that was not made with it is rejected', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const forged = await Promise.all([
    encrypted((encrypter) => encrypter.setPassphrase('another passphrase')),
    encrypted((encrypter) => encrypter.addRecipient(recipient)),
  ]);
  const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const changed = fc
    .tuple(position, fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0, 1, 16, 65_552))
    .map(([at, more, removed]) => {
      const start = Math.floor(at * whole.length);
      return Buffer.concat([whole.subarray(0, start), more, whole.subarray(start + removed)]);
    });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc
      .uint8Array({ maxLength: 200 })
      .map((more) => Buffer.concat([Buffer.from('age-encryption.org/v1\n'), more])),
    fc
      .uint8Array({ maxLength: 200 })
      .map((more) => Buffer.concat([Buffer.from('condo-admin-sealed-1\n'), more])),
    fc.constantFrom(plain, ...forged),
    changed.filter((attempt) => !attempt.equals(whole)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (attempt) => {
      await expect(read(attempt, KEY)).rejects.toThrow(file);
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['plain', () => [plain, undefined] as const],
  ['encrypted', () => [whole, KEY] as const],
])('a %s one that is cut, wherever, is rejected', async (_kind, made) => {
  const [bytes, key] = made();
  const head = Array.from({ length: 250 }, (_, at) => at);
  const length = fc.oneof(fc.constantFrom(...head), fc.nat({ max: bytes.length - 1 }));
  await fc.assert(
    fc.asyncProperty(length, async (end) => {
      await expect(read(bytes.subarray(0, end), key)).rejects.toThrow(file);
    }),
    { numRuns: 250 },
  );
});

it('a backup of an older release is read with its key alone, whole', async () => {
  const sealed = await readFile(SEALED);
  expect(sealed.toString('latin1', 0, 21)).toBe('condo-admin-sealed-1\n');
  const expected = await readExport(join(FIXTURES, 'export-098e833.tar'));
  expect(await readExport(SEALED, KEY)).toEqual(expected);
  await expect(read(sealed)).rejects.toThrow('is encrypted: set BACKUP_KEY');
  await expect(read(sealed, 'another passphrase')).rejects.toThrow('BACKUP_KEY is another');
  for (const end of [20, 21, 30, 48, 49, 50, 65, 1_000])
    await expect(read(sealed.subarray(0, end), KEY)).rejects.toThrow('BACKUP_KEY');
  const damaged = Buffer.from(sealed);
  damaged.writeUInt8(damaged.readUInt8(9_000) ^ 1, 9_000);
  await expect(read(damaged, KEY)).rejects.toThrow('BACKUP_KEY is another');
});

it('a small file that is not read takes nothing of the next one', async () => {
  await writeFile(file, plain);
  const lengths: number[] = [];
  for await (const one of readArchive(file))
    if (one.name === 'second') lengths.push((await readWhole(one)).length);
  expect(lengths).toEqual([150_000]);
});
