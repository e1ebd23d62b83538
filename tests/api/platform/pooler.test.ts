import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '~/platform/database/connect.server';
import { toDatabaseUnavailable } from '~/platform/database/errors';
import { withTimeLimit } from '~/platform/database/time-limits.server';
import { freePort } from '~/platform/postgres/windows.server';
import { z } from '~/fields/zod';
import { callsOf, logIn, tokenIn } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
import {
  accountOf,
  PGBOUNCER,
  startPgBouncer,
  startStrictPooler,
  type TestPooler,
} from '../../support/pooler';
import { silentLog } from '../../support/silent-log';
import { aCondo } from '../../support/builders';
import { formOf } from '../../support/form-of';
import { forThisTest, perFile, temporaryFolder } from '../../support/opened';

const idSchema = z.object({ id: z.number() });
const FIELDS = aCondo();

async function startPooler(kind: string, database: TestDatabase): Promise<TestPooler> {
  if (kind === 'strict pooler' || !PGBOUNCER) return startStrictPooler(database.connection);
  const { connection: server } = database;
  const account = await accountOf(server);
  return startPgBouncer({ program: PGBOUNCER, server, port: await freePort(), account });
}

async function expectEnded(statement: () => Promise<unknown>): Promise<void> {
  const error: unknown = await statement().catch((thrown: unknown) => thrown);
  expect(toDatabaseUnavailable(error)).toBe('database_slow');
}

// PgBouncer itself takes part where it is installed (Debian: apt install pgbouncer).
describe.each(['strict pooler', ...(PGBOUNCER ? ['PgBouncer'] : [])])('behind a %s', (kind) => {
  const database = perFile(createTestDatabase);
  const pooler = perFile(() => startPooler(kind, database));
  const folder = temporaryFolder();

  const databaseUrl = () => {
    const { user, database: name } = database.connection;
    return `postgres://${user}@127.0.0.1:${pooler.port}/${name}`;
  };
  const open = (settings: { transactionPooler?: boolean; statementTimeoutMs?: number } = {}) =>
    openDatabase({ databaseUrl: databaseUrl(), dataDir: '/nowhere', log: silentLog, ...settings });

  it('the API starts, migrates, signs in, writes and imports', async () => {
    const password = 'chosen-by-hand';
    const env = { DATA_DIR: folder, ADMIN_PASSWORD: password, DATABASE_URL: databaseUrl() };
    const starting = startEmbedded(database, { ...env, DATABASE_POOLER: 'transaction' });
    const api = await forThisTest(starting);
    const credentials = { username: 'admin@example.com', password };
    expect((await logIn(api, { ...credentials, password: 'x' })).status).toBe(401);
    const { call, read } = callsOf(api, await tokenIn(logIn(api, credentials)));
    const create = () => read(idSchema, 'POST', '/admin/condos', FIELDS, 201);
    const [condo] = await Promise.all(Array.from({ length: 12 }, create));
    const rows = JSON.stringify([{ condo_id: condo?.id, apartment_number: '1' }]);
    const form = formOf({ type: 'apartment', rows });
    expect(await read(z.array(idSchema), 'GET', '/admin/condos')).toHaveLength(12);
    const bulk = await call('POST', '/admin/bulk-create', form);
    expect([bulk.status, await bulk.json()]).toEqual([200, { created: 1, errors: [] }]);
    expect(pooler.offences).toEqual([]);
  });

  it('slow statements end at the server, in turn and at once, and others work on', async () => {
    const hasty = await forThisTest(open({ transactionPooler: true, statementTimeoutMs: 200 }));
    const others = await forThisTest(open({ transactionPooler: true }));
    const sleep = sql`select pg_sleep(60)`;
    const slow = [
      () => hasty.db.execute(sleep),
      () => hasty.db.transaction((tx) => tx.execute(sleep)),
      () => withTimeLimit(200, () => others.db.execute(sleep)),
      () => withTimeLimit(200, () => others.db.transaction((tx) => tx.execute(sleep))),
    ];
    const expectOne = async () => {
      expect((await others.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    };
    for (const statement of slow) {
      await expectEnded(statement);
      await expectOne();
    }
    const atOnce = [...slow, ...slow].flatMap((statement) => [expectEnded(statement), expectOne()]);
    await Promise.all(atOnce);
    const later = await forThisTest(open({ transactionPooler: true }));
    expect((await later.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    const asleep = `select from pg_stat_activity where datname = current_database()
                     and state = 'active' and query like 'select pg_sleep%'`;
    expect((await database.pool.query(asleep)).rowCount).toBe(0);
  });

  it('a change that was cut off is not committed afterwards', async () => {
    const { db } = await forThisTest(open({ transactionPooler: true }));
    const commit = await openTransaction(database, 'lock table job_runs');
    const change = withTimeLimit(300, () => db.execute(sql`delete from job_runs`));
    const error: unknown = await change.catch((thrown: unknown) => thrown);
    expect(toDatabaseUnavailable(error)).toBe('database_slow');
    await expect(waitingCalls(database, 0)).resolves.toBeUndefined();
    await commit();
  });

  it('a change is in the database when it was answered', async () => {
    const { db } = await forThisTest(open({ transactionPooler: true }));
    await database.pool.query('create table written (n int unique deferrable initially deferred)');
    await db.execute(sql`insert into written values (1)`);
    // A constraint that is checked by the commit alone.
    const twice = db.execute(sql`insert into written values (1)`);
    await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } });
    expect((await database.pool.query('select n from written')).rows).toEqual([{ n: 1 }]);
  });

  it('without the setting, the error names it', async () => {
    await expect(open()).rejects.toThrow(
      'takes no settings for a connection. Set DATABASE_POOLER=transaction',
    );
  });
});
