import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { memoryOf } from './process-memory';
import { report } from './report';
import { median } from './statistics';
import { drive, type Throughput } from './throughput';

const COUNTS = { condos: 50, apartments: 5_000, users: 10_000 };
const INVITATIONS = 50;
/** How often two things are driven by turns; a noisy machine hits both alike. */
const TURNS = 3;
const CALLS: ReadonlyArray<readonly [name: string, path: string, sql: string]> = [
  [
    '50 buildings',
    '/api/admin/condos?sort_by=name&sort_order=asc',
    'select * from condos order by name, id',
  ],
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

type Speed = Record<'rate' | 'p99', readonly number[]>;

function speedOf(loads: readonly Throughput[]): Speed {
  return { rate: loads.map(({ rate }) => rate), p99: loads.map(({ p99 }) => p99) };
}

function reportSpeed(name: string, ours: Speed, bare: Speed): void {
  report({ name, unit: '1/s', ours: ours.rate, reference: bare.rate, aim: 'at most 2.2' });
  const title = `${name}, p99`;
  report({ name: title, unit: 'ms', ours: ours.p99, reference: bare.p99, aim: 'at most 2' });
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

test('list calls of 16 clients', async () => {
  const panel = await startFilledPanel(COUNTS);
  const { pool } = panel.database;
  await pool.query(
    `insert into invitations (email, role, condo_id, invited_by, created_at, expires_at, last_sent_at, mail_updated_at)
     select 'bench' || n || '@example.com', 'building_manager', 1, (select min(id) from users), now(), now() + interval '7 days', now(), now()
       from generate_series(1, ${INVITATIONS}) n`,
  );
  const { host, port, user, database, password } = pool.options;
  const connection = { host, port, user, database, password };
  const memory = async (when: string) =>
    report({ name: `the server's memory ${when}`, unit: 'MiB', ours: await memoryOf(panel.pid) });
  await memory('at rest');
  for (const [name, path, sql] of CALLS) {
    const [ours, bare] = await byTurns(
      () => drive({ url: panel.url + path, token: panel.session.token }),
      () => drive({ sql, connection }),
    );
    expect(median(bare.rate)).toBeGreaterThan(0);
    reportSpeed(name, ours, bare);
  }
  await memory('after the load');
  await panel.stop();
});
