import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '~/platform/database/connect.server';
import { toDatabaseUnavailable } from '~/platform/database/errors';
import { createDb, createPool } from '~/platform/database/pool.server';
import {
  longTransaction,
  withoutTimeLimit,
  withTimeLimit,
} from '~/platform/database/time-limits.server';
import { openTransaction, otherConnections } from '../../support/connections';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { perFile } from '../../support/opened';

const STATEMENT_TIMEOUT_MS = 200;

const target = perFile(createTestDatabase);
let pool: ReturnType<typeof createPool>;
let db: ReturnType<typeof createDb>;
beforeAll(() => {
  const settings = { log: silentLog, maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  pool = createPool(target.connection, settings);
  db = createDb(pool);
});
afterAll(async () => {
  await pool.end();
});

const sleepFor = (seconds: number) => sql`select pg_sleep(${seconds})`;
const sleepLong = () =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sleepFor(0.5));
  });

async function backend(): Promise<number | undefined> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

async function expectTimeout(attempt: Promise<unknown>): Promise<void> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DrizzleQueryError);
  expect(toDatabaseUnavailable(error)).toBe('database_slow');
}

test('the statements of a call end with its time, alone and in a transaction', async () => {
  const attempt = withTimeLimit(300, async () => {
    await db.execute(sleepFor(0.1));
    await db.execute(sleepFor(0.1));
    await db.execute(sleepFor(0.19));
  });
  await expectTimeout(attempt);
  const transaction = withTimeLimit(100, () => db.transaction((tx) => tx.execute(sleepFor(0.19))));
  await expectTimeout(transaction);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('a call whose time is up sends nothing more', async () => {
  await db.execute(sql`create table written (n int)`);
  const attempt = withTimeLimit(50, async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await db.execute(sql`insert into written values (1)`);
  });
  await expectTimeout(attempt);
  expect((await db.execute(sql`select n from written`)).rows).toEqual([]);
});

test('a transaction that cannot begin keeps no connection', async () => {
  const attempt = withTimeLimit(50, async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await db.transaction((tx) => tx.execute(sleepFor(0)));
  });
  await expect(attempt).rejects.toThrow(/begin/);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('each call has its own time, also where it waited for the connection of another', async () => {
  const hurried = withTimeLimit(5_000, () => db.execute(sleepFor(0.15)));
  const patient = withTimeLimit(10_000, () => db.execute(sleepFor(0.15)));
  const late = withTimeLimit(150, () => db.execute(sleepFor(0.1)));
  await expect(hurried).resolves.toBeDefined();
  await expect(patient).resolves.toBeDefined();
  await expectTimeout(late);
});

test('background work of a call does not end with the call', async () => {
  const background = await withTimeLimit(100, () =>
    Promise.resolve({
      result: new Promise((resolve) => setTimeout(resolve, 150)).then(() => backend()),
    }),
  );
  await expect(background.result).resolves.toBeTypeOf('number');
});

test('a long transaction has its own limit per statement, within the time of its call', async () => {
  await longTransaction(db, 1_000, (tx) => tx.execute(sleepFor(0.4)));
  await expect(longTransaction(db, 300, (tx) => tx.execute(sleepFor(1)))).rejects.toMatchObject({
    cause: { code: '57014' },
  });
  const short = withTimeLimit(100, () =>
    longTransaction(db, 1_000, (tx) => tx.execute(sleepFor(0.5))),
  );
  await expectTimeout(short);
  // The limits end with the transaction.
  await expect(db.execute(sleepFor(0.5))).rejects.toMatchObject({ cause: { code: '57014' } });
});

test('a statement that breaks a rule costs no connection', async () => {
  const before = await backend();
  await expect(db.execute(sql`select 1 / 0`)).rejects.toThrow(/1 \/ 0/);
  expect(await backend()).toEqual(before);
});

test('a tool at a terminal waits as long as it takes', async () => {
  await expect(withTimeLimit(100, () => withoutTimeLimit(sleepLong))).resolves.toBeUndefined();
});

const CUT_OFF = sql`insert into cut_off values (1)`;

test.each([
  ['alone', (to: Db) => to.execute(CUT_OFF)],
  ['in a transaction', (to: Db) => to.transaction((tx) => tx.execute(CUT_OFF))],
])(
  'a change %s that was cut off has ended at the server, and is not committed afterwards',
  async (_how, insert) => {
    await db.execute(sql`create table if not exists cut_off (n int)`);
    const patient = otherConnections(target, { statementTimeoutMs: 10_000 });
    const commit = await openTransaction(patient, 'lock table cut_off');
    const change = withTimeLimit(300, () => insert(patient.db));
    const error: unknown = await change.catch((thrown: unknown) => thrown);
    expect(toDatabaseUnavailable(error)).toBe('database_slow');
    // The lock is still held, so only the server's limit can end the statement. On a busy machine the
    // client's limit can pass first.
    const running = `select from pg_stat_activity where state = 'active' and query like 'insert into cut_off%'`;
    await expect.poll(async () => (await pool.query(running)).rowCount).toBe(0);
    await commit();
    // Waits for whoever holds or wants a lock of the table.
    await patient.pool.query('begin; lock table cut_off; commit');
    expect((await patient.pool.query('select n from cut_off')).rows).toEqual([]);
  },
);

test('a statement that has less time than its connection is committed when it was answered', async () => {
  await db.execute(sql`create table short_of_time (n int unique deferrable initially deferred)`);
  const patient = otherConnections(target, { statementTimeoutMs: 60_000 });
  const insert = () =>
    withTimeLimit(30_000, () => patient.db.execute(sql`insert into short_of_time values (1)`));
  await insert();
  await expect(insert()).rejects.toMatchObject({ cause: { code: '23505' } });
  expect((await db.execute(sql`select n from short_of_time`)).rows).toEqual([{ n: 1 }]);
  // Nothing of it outlasts the statement.
  const { rows } = await patient.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '1min' }]);
});
