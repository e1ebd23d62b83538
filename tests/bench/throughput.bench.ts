import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forThisTest } from '../support/opened';
import { callWhile, type Call } from './call-while';
import { startFilledPanel } from './panel';
import { alternate, reportVisits } from './report';

const COUNTS = { condos: 50, apartments: 5_000, users: 10_000, invitations: 50 };
const CLIENTS = 16;
const MEASURED_MS = 2_000;
/** Number of turns of the API and the bare SQL, so that a noisy machine affects both. */
const TURNS = 3;
/** The path of each call, and the bare SQL. */
const CALLS = {
  '50 buildings': [
    '/api/admin/condos?sort_by=name&sort_order=asc',
    'select * from condos order by name, id',
  ],
  '100 apartments of a building': [
    '/api/admin/apartments?condo_id=1',
    'select * from apartments where condo_id = 1 order by apartment_number',
  ],
  'page of 10 users': [
    '/api/admin/users?page=1&page_size=10',
    // The answer also has the number of all users, and the associations of these ten.
    `select u.*, (select count(*) from users) as total,
            (select json_agg(json_build_object('role', a.role, 'condo', c.name, 'apartment', p.apartment_number))
               from user_condo_associations a
               join condos c on c.id = a.condo_id
               left join apartments p on p.id = a.apartment_id
              where a.user_id = u.id) as associations
       from users u order by u.id limit 10`,
  ],
  '50 invitations': [
    '/api/admin/invitations',
    "select * from invitations where status = 'pending' order by created_at desc",
  ],
} as const;

const measure = (job: Call) => callWhile({ ...job, clients: CLIENTS }, () => sleep(MEASURED_MS));

test('list calls of 16 clients', async () => {
  const panel = await forThisTest(startFilledPanel(COUNTS));
  const { host, port, user, database, password } = panel.database.pool.options;
  const connection = { host, port, user, database, password };
  for (const [name, [path, sql]] of Object.entries(CALLS)) {
    const ours = { url: panel.url + path, token: panel.session.token };
    const turns = await alternate(TURNS, [ours, { sql, connection }], measure);
    expect(Math.min(...turns[1].map(({ rate }) => rate))).toBeGreaterThan(0);
    reportVisits(turns, { [name]: ({ rate }) => rate }, '1/s');
    reportVisits(turns, { [`${name}, p99`]: ({ p99 }) => p99 });
  }
});
