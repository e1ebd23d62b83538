import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWhile } from './bystander';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { watchMemory } from './process-memory';
import { report } from './report';

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const AT_ONCE = 30;

let panel: FilledPanel;

beforeAll(async () => {
  panel = await startFilledPanel({ condos: 100_000, apartments: 1_000, users: 1_000 });
});
afterAll(() => panel.stop());

/** The status of a whole list of buildings, read as fast as it comes and not decompressed. */
function readList(): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${panel.session.token}`, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const call = get(`${panel.url}/api/admin/condos`, { headers, agent: false }, (response) => {
      response.once('end', () => resolve(response.statusCode)).once('error', reject);
      response.resume();
    });
    call.once('error', reject);
  });
}

/** Somebody else's page of users meanwhile. */
const others = (work: () => Promise<unknown>) =>
  listWhile({ url: panel.url, token: panel.session.token, path: '/admin/users' }, async () => {
    await sleep(500);
    await work();
  });

test(`${AT_ONCE} lists of 100,000 buildings at once`, async () => {
  const quiet: number[] = [];
  const p99: number[] = [];
  const memory: number[] = [];
  const duration: number[] = [];
  const alone: number[] = [];
  const rejected: (number | undefined)[] = [];
  await readList();
  for (let run = 0; run < RUNS; run += 1) {
    quiet.push((await others(() => sleep(5_000))).p99);
    alone.push(await timed(readList));
    const watch = watchMemory(panel.pid);
    let statuses: (number | undefined)[] = [];
    const { p99: slow } = await others(async () => {
      duration.push(
        await timed(async () => {
          statuses = await Promise.all(Array.from({ length: AT_ONCE }, readList));
        }),
      );
    });
    p99.push(slow);
    memory.push((await watch.stop()).server);
    rejected.push(...statuses.filter((status) => status !== 200));
  }
  report(
    { name: 'page of users meanwhile, p99', unit: 'ms', ours: p99, reference: quiet, aim: '2' },
    { name: 'peak memory of the server', unit: 'MiB', ours: memory, reference: null, aim: '400' },
    { name: 'all lists, beside one alone', unit: 'ms', ours: duration, reference: alone, aim: '' },
  );
  expect(rejected).toEqual([]);
});
