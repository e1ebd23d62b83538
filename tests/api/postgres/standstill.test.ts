import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { openDatabase } from '~/platform/database/connect.server';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { apiDeps, createRequest, signInAs } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { startSilentProxy } from '../../support/silent-proxy';
import { forThisTest } from '../../support/opened';
import { serverPid, temporaryDataDir } from './harness';
import { aCondo } from '../../support/builders';

/** The connection is dropped 5 s later. */
const STATEMENT_TIMEOUT_MS = 500;
const CONDO = aCondo();

/** Stops all processes of a server without ending them, as a host that hangs does. */
async function freeze(dataDir: string): Promise<() => void> {
  const pid = await serverPid(dataDir);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = [pid, ...children.trim().split(' ').map(Number)];
  const signal = (name: NodeJS.Signals) => {
    for (const each of pids) process.kill(each, name);
  };
  signal('SIGSTOP');
  let frozen = true;
  const thaw = () => {
    if (frozen) signal('SIGCONT');
    frozen = false;
  };
  onTestFinished(thaw);
  return thaw;
}

test('a suspended server: every call is answered, and all is well once it continues', async () => {
  const dataDir = await temporaryDataDir();
  const settings = { dataDir, log: silentLog, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const database = await forThisTest(openDatabase(settings));
  await migrateDatabase(database.pool);
  const api = createApi(apiDeps(database.db));
  const { token } = await signInAs(database.db, { is_superuser: true });
  const read = () => api.fetch(createRequest('GET', '/admin/condos', undefined, token));
  const write = () => api.fetch(createRequest('POST', '/admin/condos', CONDO, token));
  expect((await write()).status).toBe(201);

  const thaw = await freeze(dataDir);
  const started = Date.now();
  const answers = await Promise.all([...Array.from({ length: 15 }, read), write(), write()]);
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  thaw();

  expect((await read()).status).toBe(200);
  expect(database.pool.waitingCount).toBe(0);
  // No dropped connection is used again.
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where application_name like 'condo-admin %'",
  );
  expect(rows[0]?.n).toBe(database.pool.totalCount);
});

test('a primary that vanishes in the middle of transactions: the pool reaches the next one by itself', async () => {
  const target = await forThisTest(createTestDatabase());
  const proxy = await forThisTest(startSilentProxy(target.connection));
  const database = await openDatabase({
    databaseUrl: proxy.databaseUrl,
    dataDir: '/nowhere',
    log: silentLog,
    maxConnections: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const transactions = Array.from({ length: 3 }, () =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_sleep(0.2)`);
      proxy.vanish();
      await tx.execute(sql`select 1`);
    }),
  );
  const outcomes = await Promise.allSettled(transactions);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const { rows } = await database.db.execute(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
  expect(database.pool.totalCount).toBe(1);

  proxy.vanish();
  const started = Date.now();
  await database.close();
  expect(Date.now() - started).toBeLessThan(15_000);
});
