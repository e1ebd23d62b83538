import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '~/api/app.server';
import { openDatabase, type Database } from '~/api/db/connect.server';
import { migrateDatabase } from '~/api/db/migrate.server';
import { createFileMediaStore } from '~/api/media/file-media-store';
import { createPlainPasswords, createRequest, signInAs } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { startSilentProxy } from '../../support/silent-proxy';
import { serverPid, temporaryDataDir } from '../postgres/harness';
import { aCondo } from '../../support/builders';

/** The connection is dropped 5 s later. */
const STATEMENT_TIMEOUT_MS = 500;
const CONDO = aCondo();

function apiOn({ db }: Pick<Database, 'db'>, limits?: { callLimitMs: number }) {
  const deps = {
    db,
    media: createFileMediaStore('/nowhere'),
    passwords: createPlainPasswords(),
    clock: () => new Date(),
    log: silentLog,
    settings: { publicUrl: 'http://panel.test', maxConnections: 5 },
    notifyMailWorker: () => undefined,
    removeMailsTo: () => Promise.resolve(),
    notifyImageCleaner: () => undefined,
  };
  return createApi(deps, limits);
}

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
  const database = await openDatabase({
    dataDir,
    log: silentLog,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  onTestFinished(() => database.close());
  await migrateDatabase(database.pool);
  const api = apiOn(database);
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
  const target = await createTestDatabase();
  onTestFinished(target.close);
  const proxy = await startSilentProxy(target.connection);
  onTestFinished(() => proxy.close());
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

test('the time that a client takes to send its form is not the database’s', async () => {
  const target = await createTestDatabase();
  onTestFinished(target.close);
  const api = apiOn(target, { callLimitMs: 500 });
  const { token } = await signInAs(target.db, { is_superuser: true });
  const form = new FormData();
  for (const [name, value] of Object.entries(CONDO)) form.set(name, value);
  const whole = createRequest('POST', '/admin/condos', form, token);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const { url, headers } = whole;
  headers.set('content-length', String(bytes.length));
  const slow = { method: 'POST', headers, body, duplex: 'half' };
  expect((await api.fetch(new Request(url, slow))).status).toBe(201);
});

test('a call is answered when its time is up, an import has a time of its own', async () => {
  const target = await createTestDatabase();
  onTestFinished(target.close);
  const api = apiOn(target, { callLimitMs: 500 });
  const { token } = await signInAs(target.db, { is_superuser: true });
  const other = await target.pool.connect();
  onTestFinished(() => other.release());
  await other.query('begin; lock table condos in exclusive mode');
  const form = new FormData();
  form.set('type', 'condo');
  form.set('rows', JSON.stringify([{ ...CONDO, row_number: 2 }]));
  const importing = api.fetch(createRequest('POST', '/admin/bulk-create', form, token));
  const started = Date.now();
  const written = await api.fetch(createRequest('POST', '/admin/condos', CONDO, token));
  expect(written.status).toBe(503);
  expect(Date.now() - started).toBeLessThan(15_000);
  // The other call's statement may still wait, too. Asked by another connection: within a transaction the same sessions
  // are listed each time, those of its first look.
  const inserting = `select from pg_stat_activity where datname = current_database()
                      and wait_event_type = 'Lock' and query not like 'insert into "condos"%'`;
  await expect
    .poll(async () => (await target.pool.query(inserting)).rowCount, { timeout: 20_000 })
    .toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await other.query('commit');
  const imported = await importing;
  expect(await imported.json()).toEqual({ created: 1, errors: [] });
});

test('a client that is suspended in a transaction loses it, and dead connections are detected', async () => {
  const target = await createTestDatabase();
  onTestFinished(target.close);
  const { rows } = await target.pool.query(
    "select current_setting('idle_in_transaction_session_timeout') as ends",
  );
  expect(rows).toEqual([{ ends: '1min' }]);
  expect(target.pool.options.keepAlive).toBe(true);
});
