import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

const NAME = `${'0123456789abcdef'.repeat(2)}.webp`;
const temporary = temporaryFolder();

it.each(['../secret', '/etc/passwd', `../${NAME}`, 'note.txt', `${NAME}.part`, ''])(
  'a name that is none never reaches the disk: %j',
  async (name) => {
    const parent = await mkdtemp(join(temporary, 'names-'));
    const folder = join(parent, 'media');
    await mkdir(folder);
    for (const file of [join(parent, 'secret'), join(parent, NAME), join(folder, 'note.txt')]) {
      await writeFile(file, 'kept');
    }
    const store = createFileMediaStore(folder);
    await store.put(NAME, new Uint8Array([1]));

    await expect(store.put(name, new Uint8Array([2]))).rejects.toThrow('Not the name');
    await expect(store.remove(name)).rejects.toThrow('Not the name');
    expect(await store.get(name)).toBeNull();
    expect(await readFile(join(parent, 'secret'), 'utf8')).toBe('kept');
    expect((await readdir(parent)).toSorted()).toEqual([NAME, 'media', 'secret']);
    expect((await readdir(folder)).toSorted()).toEqual([NAME, 'note.txt']);
  },
);

/** Stores an image that is too large, then one that is not; returns the result of the first. */
const SCRIPT = `
  import { importTypeScript } from './scripts/lib/import-typescript.mjs';
  const { createFileMediaStore } = await importTypeScript('app/platform/media/file-media-store.ts');
  const store = createFileMediaStore(process.argv[1]);
  const name = (digit) => digit.repeat(32) + '.webp';
  await store.put(name('a'), new Uint8Array(1024 * 1024)).catch((error) => console.log(error.name + ': ' + error.message));
  await store.put(name('b'), new Uint8Array(1024));
`;

// A process's file size limit fails a write as a full disk does, without a separate disk.
it.skipIf(process.platform === 'win32')(
  'an image that does not fit is rejected with a readable error, and nothing of it is kept',
  async () => {
    const folder = await mkdtemp(join(temporary, 'disk-'));
    const limited = ['-c', 'ulimit -f 512; exec "$0" "$@"', process.execPath];
    const node = ['--input-type=module', '--eval', SCRIPT, folder];
    const { stdout } = await promisify(execFile)('sh', [...limited, ...node], { cwd: ROOT });
    expect(stdout.trim()).toBe(
      'MediaUnavailableError: The image could not be stored: the disk is full',
    );
    expect(await readdir(folder)).toEqual([`${'b'.repeat(32)}.webp`]);
  },
);
