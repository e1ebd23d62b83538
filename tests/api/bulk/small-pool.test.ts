import { expect, it, onTestFinished } from 'vitest';
import { createApi } from '~/api/app.server';
import { createDb, createPool } from '~/api/db/pool.server';
import { createRequest, signInAs, apiDeps } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { aCondo } from '../../support/builders';
import { postRows } from '../../support/bulk';
import { forThisTest } from '../../support/opened';

const CONNECTIONS = 2;
const CONDO = aCondo({ name: 'Lac' });

it('imports and their undo never take the last connection of the smallest pool', async () => {
  const target = await forThisTest(createTestDatabase());
  const pool = createPool(target.connection, { log: silentLog, maxConnections: CONNECTIONS });
  onTestFinished(() => pool.end());
  const api = createApi({
    ...apiDeps(createDb(pool)),
    settings: { publicUrl: 'http://panel.test', maxConnections: CONNECTIONS },
  });
  const { token } = await signInAs(target.db, { is_superuser: true });
  const importRows = async (type: string, row: object) => {
    const response = await postRows({ ...api, token }, type, JSON.stringify([row]));
    const answer: unknown = await response.json();
    return answer;
  };
  expect(await importRows('condo', CONDO)).toMatchObject({ created: 1 });

  const other = await target.pool.connect();
  await other.query('begin; lock table condos, invitations in exclusive mode');
  const invite = { email: 'a@example.com', role: 'building_manager', condo_id: 1 };
  const waiting = [
    importRows('condo', { ...CONDO, name: 'Mer' }),
    importRows('user_invite', invite),
    api.fetch(createRequest('POST', '/admin/bulk-imports/1/undo', undefined, token)),
  ];
  // By another connection: within a transaction the same sessions are listed each time, those of its first look.
  const blocked = `select from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await target.pool.query(blocked)).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0);
  // The time within which another one would have got in.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const list = await api.fetch(createRequest('GET', '/admin/condos', undefined, token));
  expect(list.status).toBe(200);
  await other.query('commit');
  other.release();
  await Promise.all(waiting);
});
