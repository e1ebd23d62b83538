import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArchive, openArchive, readWhole } from '../../../tools/transfer/archive';
import { ROOT } from '../../support/production-process';

/** Makes an archive of one file of so many bytes, as export-data does; prints why it could not. */
const SCRIPT = `
  import { importTypeScript } from './scripts/lib/import-typescript.mjs';
  const { createArchive } = await importTypeScript('tools/transfer/archive.ts');
  const [path, bytes] = process.argv.slice(1);
  const archive = await createArchive(path);
  try {
    await archive.add('file', [new Uint8Array(Number(bytes))]);
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
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'condo-archive-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

// A process's file size limit cuts a write short as a disk does that is nearly full, without a separate disk.
it.skipIf(process.platform === 'win32').each([
  ['in a file of it', 2 * LIMIT_BLOCKS],
  ['in its last bytes', LIMIT_BLOCKS - 2],
])('an archive that does not fit, %s, is none', async (_where, blocks) => {
  const path = join(folder, 'export.tar');
  const limited = ['-c', `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`, process.execPath];
  const node = ['--input-type=module', '--eval', SCRIPT, path, String(512 * blocks)];
  const { stdout } = await promisify(execFile)('sh', [...limited, ...node], { cwd: ROOT });
  expect(stdout.trim()).toBe('TransferError');
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'one whose writing %s ends leaves nothing behind',
  async (signal) => {
    const node = ['--input-type=module', '--eval', ENDED, join(folder, 'ended.tar'), signal];
    const ended = promisify(execFile)(process.execPath, node, { cwd: ROOT });
    await expect(ended).rejects.toMatchObject({ signal });
    expect(await readdir(folder)).toEqual([]);
  },
);

it('a folder is none', async () => {
  await expect(openArchive(folder)).rejects.toThrow(`${folder} cannot be read: `);
});

it('of two that are written to one path at once, one is there, whole', async () => {
  const path = join(folder, 'backup.tar');
  const first = await createArchive(path);
  const second = await createArchive(path);
  await first.add('file', [Buffer.alloc(2_000, 1)]);
  await first.finish();
  await second.add('file', [Buffer.alloc(1_000, 2)]);
  await second.add('file 2', [Buffer.alloc(1_000, 2)]);
  expect(await readWhole(await openArchive(path), 'file')).toEqual(Buffer.alloc(2_000, 1));
  await second.finish();
  expect(await readWhole(await openArchive(path), 'file')).toEqual(Buffer.alloc(1_000, 2));
  expect(await readdir(folder)).toEqual(['backup.tar']);
});
