import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, plainEnvironment, ROOT, waitUntilAnswers } from '../support/production-process';
import { temporaryDataDir } from './support/server-process';

// Vite has no time to say anything.
test('a development server that is killed leaves no database running', async () => {
  const { dataDir, remove } = await temporaryDataDir();
  const port = await freePort();
  const vite = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'dev', '--config', 'app.config.ts'],
    {
      cwd: ROOT,
      env: { ...plainEnvironment(), NODE_ENV: 'development', DATA_DIR: dataDir, PORT: `${port}` },
      stdio: 'ignore',
    },
  );
  const database = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  try {
    // Answered before the router, whose modules would take Vite longer than all else here.
    await waitUntilAnswers(vite, `http://localhost:${port}/readyz`, { statuses: [200] });
    expect(existsSync(database)).toBe(true);
  } finally {
    const ended = once(vite, 'exit');
    vite.kill('SIGKILL');
    await ended;
  }
  await expect.poll(() => existsSync(database), { timeout: 30_000 }).toBe(false);
  await remove();
});
