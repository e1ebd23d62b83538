import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createArchive, readArchive, readWhole } from '../../../tools/transfer/archive';
import { ROOT } from '../../support/production-process';
import { temporaryFolder } from '../../support/opened';

/** Makes an archive of one file of so many bytes, as export-data does; prints why it could not. */
const SCRIPT = `
  import { importTypeScript } from './scripts/lib/import-typescript.mjs';
  const { createArchive } = await importTypeScript('tools/transfer/archive.ts');
  const [path, bytes] = process.argv.slice(1);
  const archive = await createArchive(path);
  try {
    await archive.add('file', Number(bytes), [new Uint8Array(Number(bytes))]);
    await archive.finish();
  } catch (error) {
    await archive.discard();
    console.log(error.name);
  }
`;

/** Begins an archive and gets a signal. */
const ENDED = `
  import { importTypeScript } from './scripts/lib/import-typescript.mjs';
  const { createArchive } = await importTypeScript('tools/transfer/archive.ts');
  const [path, signal] = process.argv.slice(1);
  await createArchive(path);
  setTimeout(() => undefined, 20_000);
  process.kill(process.pid, signal);
`;

const LIMIT_BLOCKS = 16;
const folder = temporaryFolder();

// A process's file size limit cuts a write short as a disk does that is nearly full, without a separate disk.
it.skipIf(process.platform === 'win32').each([
  ['in a file of it', 2 * LIMIT_BLOCKS],
  ['in its last bytes', LIMIT_BLOCKS - 2],
])('an archive that does not fit, %s, is none', async (_where, blocks) => {
  const path = join(folder, 'export.tar');
  const limited = ['-c', `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`, process.execPath];
  const node = ['--input-type=module', '--eval', SCRIPT, path, String(512 * blocks)];
  const { stdout } = await promisify(execFile)('sh', [...limited, ...node], { cwd: ROOT });
  expect(stdout.trim()).toBe('UsageError');
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'an archive whose writing %s ends leaves nothing behind',
  async (signal) => {
    const node = ['--input-type=module', '--eval', ENDED, join(folder, 'ended.tar'), signal];
    const ended = promisify(execFile)(process.execPath, node, { cwd: ROOT });
    await expect(ended).rejects.toMatchObject({ signal });
    expect(await readdir(folder)).toEqual([]);
  },
);

/** Returns the contents of an archive by name. */
async function contentOf(path: string): Promise<Record<string, Buffer>> {
  const content: Record<string, Buffer> = {};
  for await (const file of readArchive(path)) content[file.name] = await readWhole(file);
  return content;
}

it('a folder is none', async () => {
  await expect(contentOf(folder)).rejects.toThrow(`${folder} cannot be read: `);
});

it('nothing, a part of one and a longer one are none', async () => {
  const path = join(folder, 'whole.tar');
  const archive = await createArchive(path);
  await archive.add('file', 2_000, [Buffer.alloc(1_500), Buffer.alloc(500)]);
  await archive.finish();
  const whole = await readFile(path);
  const broken = join(folder, 'broken.tar');
  // Cut in the content, after it, and between the two blocks of zeros at the end.
  for (const length of [0, 100, 512, 1_000, 2_560, 3_072]) {
    await writeFile(broken, whole.subarray(0, length));
    await expect(contentOf(broken)).rejects.toThrow(`${broken} is not an export, or is truncated.`);
  }
  await writeFile(broken, Buffer.concat([whole, Buffer.from('more')]));
  await expect(contentOf(broken)).rejects.toThrow(`${broken} is not an export, or is damaged.`);
  await writeFile(broken, Buffer.from(whole.toString('latin1').replace('file', 'fine'), 'latin1'));
  await expect(contentOf(broken)).rejects.toThrow(`${broken} is not an export, or is damaged.`);
  await Promise.all([rm(path), rm(broken)]);
});

it('unread content of a file is skipped', async () => {
  const path = join(folder, 'two.tar');
  const archive = await createArchive(path);
  await archive.add('first', 3_000_000, [Buffer.alloc(3_000_000)]);
  await archive.add('second', 1, [Buffer.from('2')]);
  await archive.finish();
  const names: string[] = [];
  for await (const { name } of readArchive(path)) names.push(name);
  expect(names).toEqual(['first', 'second']);
  await rm(path);
});

it('if two archives are written to one path at once, one of them is there, whole', async () => {
  const path = join(folder, 'backup.tar');
  const first = await createArchive(path);
  const second = await createArchive(path);
  await first.add('file', 2_000, [Buffer.alloc(2_000, 1)]);
  await first.finish();
  await second.add('file', 1_000, [Buffer.alloc(1_000, 2)]);
  await second.add('file 2', 1_000, [Buffer.alloc(1_000, 2)]);
  expect(await contentOf(path)).toEqual({ file: Buffer.alloc(2_000, 1) });
  await second.finish();
  expect(await contentOf(path)).toMatchObject({ file: Buffer.alloc(1_000, 2) });
  expect(await readdir(folder)).toEqual(['backup.tar']);
});
