import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/production-process';
import { temporaryFolder } from '../../support/opened';

/** Stores an image that is too large, then one that is not; returns the result of the first. */
const SCRIPT = `
  import { importTypeScript } from './scripts/lib/import-typescript.mjs';
  const { createFileMediaStore } = await importTypeScript('app/api/media/file-media-store.ts');
  const store = createFileMediaStore(process.argv[1]);
  const name = (digit) => digit.repeat(32) + '.webp';
  await store.put(name('a'), new Uint8Array(1024 * 1024)).catch((error) => console.log(error.name + ': ' + error.message));
  await store.put(name('b'), new Uint8Array(1024));
`;
const folder = temporaryFolder();

// A process's file size limit fails a write as a full disk does, without a separate disk.
it.skipIf(process.platform === 'win32')(
  'an image that does not fit is rejected with a readable error, and nothing of it is kept',
  async () => {
    const limited = ['-c', 'ulimit -f 512; exec "$0" "$@"', process.execPath];
    const node = ['--input-type=module', '--eval', SCRIPT, folder];
    const { stdout } = await promisify(execFile)('sh', [...limited, ...node], { cwd: ROOT });
    expect(stdout.trim()).toBe(
      'MediaUnavailableError: The image could not be stored: the disk is full',
    );
    expect(await readdir(folder)).toEqual([`${'b'.repeat(32)}.webp`]);
  },
);
