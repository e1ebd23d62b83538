import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '~/api/db/connect.server';
import { freePort } from '~/postgres/windows.server';
import { z } from '~/contract/zod';
import { callsOf, logIn, tokenIn } from '../../support/api';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
import {
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
  return startPgBouncer(PGBOUNCER, database.connection, await freePort());
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

  it('a statement has its time limit, alone and in a transaction', async () => {
    const opening = open({ transactionPooler: true, statementTimeoutMs: 200 });
    const { db } = await forThisTest(opening);
    await expect(db.execute(sql`select pg_sleep(3)`)).rejects.toMatchObject({
      cause: { name: 'DatabaseTimeoutError' },
    });
    const slow = db.transaction((tx) => tx.execute(sql`select pg_sleep(3)`));
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
    const { rows } = await db.execute(sql`select 1 as one`);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('without the setting, the error names it', async () => {
    await expect(open()).rejects.toThrow(
      'takes no settings for a connection. Set DATABASE_POOLER=transaction',
    );
  });
});
