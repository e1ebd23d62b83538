import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { postmasterOf, startPostgres } from './own-postgres';
import { cpuMsOf } from './process-memory';
import { startProduction } from './production-server';
import { createReport } from './report';
import { drive } from './throughput';

const COUNTS = { condos: 50, apartments: 5_000, users: 10_000 };
const CALLS = [
  ['50 buildings', '/api/admin/condos?sort_by=name&sort_order=asc'],
  ['page of 10 users', '/api/admin/users?page=1&page_size=10'],
] as const;
const MOST = 4;
const report = createReport();

test('1, 2 and 4 processes on one PostgreSQL', async () => {
  const postgres = await startPostgres();
  const panel = await startFilledPanel(COUNTS, postgres.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const servers: { url: string; pid: number; stop(): Promise<void> }[] = [panel];
  while (servers.length < MOST) {
    const settings = {
      DATA_DIR: join(dataDir, String(servers.length)),
      DATABASE_URL: postgres.url,
    };
    servers.push(await startProduction(settings, { ready: '/readyz' }));
  }
  const database = await postmasterOf(panel.database.pool);
  for (const [name, path] of CALLS) {
    let alone = 0;
    for (const count of [1, 2, MOST]) {
      const serving = servers.slice(0, count);
      const computed = async () => {
        const own = await Promise.all(serving.map(({ pid }) => cpuMsOf(pid)));
        return { own: own.reduce((sum, ms) => sum + ms, 0), database: await cpuMsOf(database) };
      };
      const before = await computed();
      const { rate, p99, meanMs, calls } = await drive({
        urls: serving.map(({ url }) => url + path),
        token: panel.session.token,
      });
      const after = await computed();
      expect(rate).toBeGreaterThan(0);
      if (count === 1) alone = rate;
      const own = (after.own - before.own) / calls;
      const ofDatabase = (after.database - before.database) / calls;
      const processes = count === 1 ? '1 process' : `${count} processes`;
      const shared = { unit: 'ms', reference: null, aim: '' } as const;
      report(
        { name: `${name}, ${processes}`, unit: '1/s', ours: rate, reference: alone, aim: '' },
        { ...shared, name: '  CPU of the processes per call', ours: own },
        { ...shared, name: '  CPU of PostgreSQL per call', ours: ofDatabase },
        { ...shared, name: '  waiting per call', ours: Math.max(0, meanMs - own - ofDatabase) },
        { ...shared, name: '  p99', ours: p99 },
      );
    }
  }
  console.log(`${availableParallelism()} cores for processes, PostgreSQL and the 16 clients`);
  for (const server of servers) await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
