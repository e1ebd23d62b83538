import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BENCH_PASSWORD, startProduction } from './production-server';
import { createReport } from './report';
import { alternate } from './statistics';

/** With the warm-up fewer failures than an account and address may have (10). */
const RUNS = 8;
const report = createReport();

test('the time of a sign-in does not reveal whether the account exists', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const server = await startProduction(
    { DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: BENCH_PASSWORD },
    { ready: '/api/capabilities' },
  );
  const failSignIn = async (username: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'wrong' }),
    });
    expect(response.status).toBe(401);
    return performance.now() - started;
  };
  const [ours, reference] = await alternate(
    RUNS,
    () => failSignIn('nobody@example.com'),
    () => failSignIn('admin@example.com'),
  );
  report({ name: 'sign-in: unknown against known', unit: 'ms', ours, reference, aim: '0.5 to 2' });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
