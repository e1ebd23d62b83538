import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coloursFor } from '../../../scripts/lib/colours.mjs';
import { ROOT } from '../../support/production-process';

const cwd = join(import.meta.dirname, 'fixtures', 'colours');
const CLI = join(ROOT, 'node_modules', 'playwright', 'cli.js');

it("Node warns of nothing in Playwright's workers", () => {
  const env = { ...process.env, ...coloursFor('playwright', false) };
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, 'test'], {
    cwd,
    encoding: 'utf8',
    env,
  });
  expect(stdout).toContain('1 passed');
  expect(stdout + stderr).not.toContain('Warning');
});
