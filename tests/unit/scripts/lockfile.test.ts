import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('the lockfile holds the optional packages of every platform, or npm ci rejects it', async () => {
  const check = run(process.execPath, ['scripts/complete-lockfile.mjs', '--check']);
  await expect(check).resolves.toMatchObject({ stderr: '' });
});

test('the lockfile records no download addresses', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http');
});
