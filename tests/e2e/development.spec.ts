import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, plainEnvironment, ROOT, waitUntilAnswers } from '../support/production-process';
import { temporaryDataDir } from './support/server-process';

/** The file is there as long as the database runs. */
const databaseOf = (dataDir: string) => join(dataDir, 'postgres', 'data', 'postmaster.pid');

/** The first page is compiled when it is asked for. */
const FIRST_PAGE_MS = 120_000;

const VITE = [
  process.execPath,
  'node_modules/vite/bin/vite.js',
  'dev',
  '--config',
  'app.config.ts',
];
const ENDS = [
  // npm does not pass it on.
  { signal: 'SIGTERM', command: ['npm', 'run', 'dev'] },
  // Vite has no time to say anything.
  { signal: 'SIGKILL', command: VITE },
] as const;

test('a page is served, by modules as Node reads them', async () => {
  test.setTimeout(FIRST_PAGE_MS);
  const { dataDir, remove } = await temporaryDataDir();
  const port = await freePort();
  const [program = '', ...args] = VITE;
  const vite = spawn(program, args, {
    cwd: ROOT,
    env: { ...plainEnvironment(), NODE_ENV: 'development', DATA_DIR: dataDir, PORT: `${port}` },
    stdio: 'ignore',
  });
  try {
    await waitUntilAnswers(vite, `http://localhost:${port}/readyz`, { statuses: [200] });
    const page = await fetch(`http://localhost:${port}/login`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Admin Login');
  } finally {
    const ended = once(vite, 'exit');
    vite.kill('SIGTERM');
    await ended;
  }
  await expect.poll(() => existsSync(databaseOf(dataDir)), { timeout: 30_000 }).toBe(false);
  await remove();
});

for (const { signal, command } of ENDS) {
  const [program = '', ...args] = command;
  test(`${signal} to ${args.join(' ')} leaves neither Vite nor a database running`, async () => {
    const { dataDir, remove } = await temporaryDataDir();
    const port = await freePort();
    const vite = spawn(program, args, {
      cwd: ROOT,
      env: { ...plainEnvironment(), NODE_ENV: 'development', DATA_DIR: dataDir, PORT: `${port}` },
      stdio: 'ignore',
    });
    const database = databaseOf(dataDir);
    try {
      // Answered before the router, whose modules would take Vite longer than all else here.
      await waitUntilAnswers(vite, `http://localhost:${port}/readyz`, { statuses: [200] });
      expect(existsSync(database)).toBe(true);
    } finally {
      const ended = once(vite, 'exit');
      vite.kill(signal);
      await ended;
    }
    await expect.poll(() => existsSync(database), { timeout: 30_000 }).toBe(false);
    const answers = () => fetch(`http://localhost:${port}/readyz`).then(Boolean, () => false);
    await expect.poll(answers, { timeout: 30_000 }).toBe(false);
    await remove();
  });
}
