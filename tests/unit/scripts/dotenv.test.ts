import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

/** Reads the settings like npm start. Prints one of them, or why they cannot be read. */
const SCRIPT = `
  import { main } from './scripts/lib/project.mjs';
  import { loadDotenv } from './scripts/lib/dotenv.mjs';
  await main(async () => {
    loadDotenv(process.argv[1]);
    console.log(process.env.DOTENV_TEST ?? 'none');
  });
`;
const path = join(temporaryFolder(), '.env');
afterEach(() => rm(path, { recursive: true, force: true }));

async function load(): Promise<string> {
  const args = ['--input-type=module', '--eval', SCRIPT, path];
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return run.then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );
}

it('the .env file is read, also as Windows saves it, and may be missing', async () => {
  expect(await load()).toBe('none');
  await writeFile(path, '\uFEFFOTHER=1\r\nDOTENV_TEST="a value"\r\n');
  expect(await load()).toBe('a value');
});

it('in UTF-16, as PowerShell writes it, is rejected instead of passed over', async () => {
  await writeFile(path, Buffer.from('\uFEFFDOTENV_TEST=a value\r\n', 'utf16le'));
  expect(await load()).toBe(`${path} is no text in UTF-8. Save it as that.`);
});

it('a .env that is a folder, as Docker makes one for a missing file, is reported as one', async () => {
  await mkdir(path);
  expect(await load()).toMatch(/^\S+\.env cannot be read: EISDIR/);
});
