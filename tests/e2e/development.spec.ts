import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, plainEnvironment, ROOT, waitUntilAnswers } from '../support/production-process';
import { temporaryDataDir } from './support/server-process';

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

/**
 * Starts a development server, does the work and ends the server by a signal. Waits until the server's
 * database has ended.
 */
async function withServer(
  { signal, command }: { signal: NodeJS.Signals; command: readonly string[] },
  work: (address: string, database: string) => Promise<void>,
): Promise<void> {
  const [program = '', ...args] = command;
  const { dataDir, remove } = await temporaryDataDir();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const vite = spawn(program, args, {
    cwd: ROOT,
    env: { ...plainEnvironment(), NODE_ENV: 'development', DATA_DIR: dataDir, PORT: `${port}` },
    stdio: 'ignore',
  });
  const database = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  try {
    // Answered before the router, whose modules would take Vite longer than all else here.
    await waitUntilAnswers(vite, `${address}/readyz`, { statuses: [200] });
    await work(address, database);
  } finally {
    const ended = once(vite, 'exit');
    vite.kill(signal);
    await ended;
  }
  await expect.poll(() => existsSync(database), { timeout: 30_000 }).toBe(false);
  const answers = () => fetch(`${address}/readyz`).then(Boolean, () => false);
  await expect.poll(answers, { timeout: 30_000 }).toBe(false);
  await remove();
}

test('a page is served, by modules as Node reads them', async () => {
  test.setTimeout(FIRST_PAGE_MS);
  await withServer({ signal: 'SIGTERM', command: VITE }, async (address) => {
    const page = await fetch(`${address}/login`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Admin Login');
  });
});

for (const end of ENDS) {
  const args = end.command.slice(1).join(' ');
  test(`${end.signal} to ${args} leaves neither Vite nor a database running`, () =>
    withServer(end, async (_address, database) => {
      expect(existsSync(database)).toBe(true);
    }));
}
