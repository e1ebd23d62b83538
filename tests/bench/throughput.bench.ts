import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { postmasterOf, startPostgres } from './own-postgres';
import { memoryOf } from './process-memory';
import { BENCH_PASSWORD, startProduction } from './production-server';
import { createReport } from './report';
import { median } from './statistics';
import { drive, startBareApi, type Throughput } from './throughput';

const COUNTS = { condos: 50, apartments: 5_000, users: 10_000 };
const INVITATIONS = 50;
const COLD_STARTS = 5;
/** How often two things are driven by turns; a noisy machine hits both alike. */
const TURNS = 3;
const CONDOS = '/api/admin/condos?sort_by=name&sort_order=asc';
const CALLS: ReadonlyArray<readonly [name: string, path: string, sql: string]> = [
  ['50 buildings', CONDOS, 'select * from condos order by name, id'],
  [
    '100 apartments of a building',
    '/api/admin/apartments?condo_id=1',
    'select * from apartments where condo_id = 1 order by apartment_number',
  ],
  [
    'page of 10 users',
    '/api/admin/users?page=1&page_size=10',
    // With what the answer has besides: how many there are, and what ties those ten to buildings.
    `select u.*, (select count(*) from users) as total,
            (select json_agg(json_build_object('role', a.role, 'condo', c.name, 'apartment', p.apartment_number))
               from user_condo_associations a
               join condos c on c.id = a.condo_id
               left join apartments p on p.id = a.apartment_id
              where a.user_id = u.id) as associations
       from users u order by u.id limit 10`,
  ],
  [
    '50 invitations',
    '/api/admin/invitations',
    "select * from invitations where status = 'pending' order by created_at desc",
  ],
];
const report = createReport();

const AIM = { rate: 'at most 2.2', p99: 'at most 2' };
const NO_AIM = { rate: '', p99: '' };

type Speed = Record<'rate' | 'p99', readonly number[]>;

function speedOf(loads: readonly Throughput[]): Speed {
  return { rate: loads.map(({ rate }) => rate), p99: loads.map(({ p99 }) => p99) };
}

function reportSpeed(name: string, ours: Speed, bare: Speed, aim = AIM): void {
  report({ name, unit: '1/s', ours: ours.rate, reference: bare.rate, aim: aim.rate });
  report({ name: '  p99', unit: 'ms', ours: ours.p99, reference: bare.p99, aim: aim.p99 });
}

/** Two loads, driven by turns. */
async function byTurns(
  a: () => Promise<Throughput>,
  b: () => Promise<Throughput>,
): Promise<[Speed, Speed]> {
  const taken: [Throughput[], Throughput[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    taken[0].push(await a());
    taken[1].push(await b());
  }
  return [speedOf(taken[0]), speedOf(taken[1])];
}

test.each(['embedded', 'DATABASE_URL'])('list calls of 16 clients, %s', async (kind) => {
  const postgres = kind === 'embedded' ? undefined : await startPostgres();
  const panel = await startFilledPanel(COUNTS, postgres?.url);
  const { pool } = panel.database;
  await pool.query(
    `insert into invitations (email, role, condo_id, invited_by, created_at, expires_at, last_sent_at, mail_updated_at)
     select 'bench' || n || '@example.com', 'building_manager', 1, (select min(id) from users), now(), now() + interval '7 days', now(), now()
       from generate_series(1, ${INVITATIONS}) n`,
  );
  const { host, port, user, database, password } = postgres?.connection ?? pool.options;
  const connection = { host, port, user, database, password };
  const memory = async (when: string) => {
    const shared = { unit: 'MiB', reference: null, aim: '' } as const;
    report({ ...shared, name: `server's memory ${when}`, ours: await memoryOf(panel.pid) });
    const ours = await memoryOf(await postmasterOf(pool));
    report({ ...shared, name: `PostgreSQL's memory ${when}`, ours });
  };
  if (!postgres) await memory('at rest');
  for (const [name, path, sql] of CALLS) {
    const [ours, bare] = await byTurns(
      () => drive({ urls: [panel.url + path], token: panel.session.token }),
      () => drive({ sql, connection }),
    );
    expect(median(bare.rate)).toBeGreaterThan(0);
    reportSpeed(`${kind}: ${name}`, ours, bare);
    if (path !== CONDOS) continue;
    const api = await startBareApi(connection);
    try {
      const [least, again] = await byTurns(
        () => drive({ urls: [api.url], token: '' }),
        () => drive({ sql, connection }),
      );
      reportSpeed(`${kind}: ${name} by a bare Node server`, least, again, NO_AIM);
    } finally {
      await api.stop();
    }
  }
  if (!postgres) await memory('after the load');
  await panel.stop();
  await postgres?.stop();
});

test('cold start to the first answer, warm folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: BENCH_PASSWORD };
  await (await startProduction(settings, { ready: '/readyz' })).stop();
  for (const [name, ready] of [
    ['a page', '/login'],
    ['the API', '/api/capabilities'],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < COLD_STARTS; run += 1) {
      const started = performance.now();
      const server = await startProduction(settings, { ready, pollMs: 10 });
      times.push(performance.now() - started);
      await server.stop();
    }
    expect(times).toHaveLength(COLD_STARTS);
    report({
      name: `cold start to the first answer of ${name}`,
      unit: 'ms',
      ours: times,
      reference: null,
      aim: '',
    });
  }
  await rm(dataDir, { recursive: true, force: true });
});
