import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { postmasterOf, startPostgres } from './own-postgres';
import { cpuMsOf } from './process-memory';
import { startProduction } from './production-server';
import { createReport } from './report';
import { median } from './statistics';
import { drive } from './throughput';

const COUNTS = { condos: 50, apartments: 5_000, users: 10_000 };
const CALLS = [
  ['50 buildings', '/api/admin/condos?sort_by=name&sort_order=asc'],
  ['page of 10 users', '/api/admin/users?page=1&page_size=10'],
] as const;
const COUNTED = [1, 2, 4];
const MOST = 4;
/** How often each number of processes is driven, by turns: other work on the machine hits all alike. */
const TURNS = 3;
const report = createReport();

/** One load; all but `rate` (1/s) in ms, those of the call but p99 on average. */
interface Load {
  rate: number;
  p99: number;
  own: number;
  ofDatabase: number;
  waiting: number;
}

function middle(loads: readonly Load[], field: keyof Load): number {
  return median(loads.map((load) => load[field]));
}

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
  const urls = (count: number, path: string) =>
    servers.slice(0, count).map(({ url }) => url + path);
  const load = async (count: number, path: string): Promise<Load> => {
    const serving = servers.slice(0, count);
    const computed = async () => {
      const own = await Promise.all(serving.map(({ pid }) => cpuMsOf(pid)));
      return { own: own.reduce((sum, ms) => sum + ms, 0), database: await cpuMsOf(database) };
    };
    const before = await computed();
    const { token } = panel.session;
    const { rate, p99, meanMs, calls } = await drive({ urls: urls(count, path), token });
    const after = await computed();
    const own = (after.own - before.own) / calls;
    const ofDatabase = (after.database - before.database) / calls;
    return { rate, p99, own, ofDatabase, waiting: Math.max(0, meanMs - own - ofDatabase) };
  };
  for (const [name, path] of CALLS) {
    // A process that has just started compiles what it runs.
    for (let turn = 0; turn < 2; turn += 1) await load(MOST, path);
    const loads = new Map(COUNTED.map((count): [number, Load[]] => [count, []]));
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const count of COUNTED) loads.get(count)?.push(await load(count, path));
    }
    const alone = middle(loads.get(1) ?? [], 'rate');
    for (const [count, taken] of loads) {
      const figure = (field: keyof Load) => middle(taken, field);
      expect(figure('rate')).toBeGreaterThan(0);
      const processes = count === 1 ? '1 process' : `${count} processes`;
      const shared = { unit: 'ms', reference: null, aim: '' } as const;
      const rate = { unit: '1/s', ours: figure('rate'), reference: alone, aim: '' } as const;
      report(
        { ...rate, name: `${name}, ${processes}` },
        { ...shared, name: '  CPU of the processes per call', ours: figure('own') },
        { ...shared, name: '  CPU of PostgreSQL per call', ours: figure('ofDatabase') },
        { ...shared, name: '  waiting per call', ours: figure('waiting') },
        { ...shared, name: '  p99', ours: figure('p99') },
      );
    }
  }
  console.log(`${availableParallelism()} cores for processes, PostgreSQL and the 16 clients`);
  for (const server of servers) await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
