import { eq, sql, type SQL } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import type { Db } from '~/platform/database/connect.server';
import { toDatabaseUnavailable } from '~/platform/database/errors';
import { users } from '~/platform/database/schema/records';
import { apiPerTest, insertUser, rejectionOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { otherConnections, waitingCalls } from '../../support/connections';
import { must } from '../../support/must';

const api = apiPerTest();

test('a database that takes no changes still answers reads; a change is answered 503', async () => {
  const { pool, connection } = api.database;
  const client = await pool.connect();
  await client.query(
    `alter database ${connection.database} set default_transaction_read_only = on`,
  );
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.query('set default_transaction_read_only = on');
  client.release();
  expect(await rejectionOf(api.call('POST', '/admin/condos', aCondo()))).toBe(
    '503 The database takes no changes at the moment. Nothing was changed',
  );
  expect((await api.call('GET', '/admin/condos')).status).toBe(200);
});

test('a call that PostgreSQL ends since it and another one wait for each other is answered 503, and can be repeated', async () => {
  const user = await insertUser(api.db);
  let removed: Promise<Response> | undefined;
  await api.db.transaction(async (tx) => {
    // The call locks the administrator and waits for this row. PostgreSQL looks for a deadlock in the
    // session that has waited longer, so it ends the call.
    await tx.select().from(users).where(eq(users.id, user)).for('update');
    removed = api.call('DELETE', `/admin/users/${user}`);
    await waitingCalls(api.database, 1);
    await tx.execute(sql`select from users where id = ${api.adminId} for update`);
  });
  const answer = must(await removed, 'answer');
  expect(answer.headers.get('retry-after')).toBe('10');
  expect(await rejectionOf(answer)).toBe(
    '503 Someone else changed the same records at this moment. Nothing was changed: try again',
  );
  expect((await api.call('DELETE', `/admin/users/${user}`)).status).toBe(204);
});

/** A pool of one connection that has become one to a server which takes no changes. */
async function onStandby() {
  const { pool, db } = otherConnections(api.database, { maxConnections: 1 });
  await pool.query('set default_transaction_read_only = on');
  const insert = sql`insert into job_runs select * from job_runs where false`;
  return { pool, db, insert };
}

describe('a connection', () => {
  test.each([
    ['alone', (db: Db, insert: SQL) => db.execute(insert)],
    ['in a transaction', (db: Db, insert: SQL) => db.transaction((tx) => tx.execute(insert))],
  ])(
    'to a server that has become a standby is replaced by the first change, %s',
    async (_how, change) => {
      const { db, insert } = await onStandby();
      await expect(change(db, insert)).rejects.toMatchObject({ cause: { code: '25006' } });
      await expect(change(db, insert)).resolves.toBeDefined();
    },
  );

  test.each([
    ['08006', false],
    ['25006', false],
    ['25P03', false],
    ['25P04', false],
    ['57P01', false],
    ['57P02', false],
    ['22012', true],
    ['23505', true],
    ['40001', true],
    ['57014', true],
  ])('after the error %s is used again: %s', async (code, isUsed) => {
    const { pool, db } = otherConnections(api.database, { maxConnections: 1 });
    const backend = async () => {
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      return must(rows[0], 'backend').pid;
    };
    const fail = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    const ways = [() => db.execute(fail), () => db.transaction((tx) => tx.execute(fail))];
    for (const failing of ways) {
      const before = await backend();
      await expect(failing()).rejects.toMatchObject({ cause: { code } });
      expect((await backend()) === before).toBe(isUsed);
    }
  });
});

it.each([
  ['is dropped while the panel runs', '3D000'],
  ['has another password by now', '28P01'],
  ['has ended a transaction by its own limit', '25P04'],
])('a database that %s is not available', (_what, code) => {
  const error = Object.assign(new Error('no connection'), { code });
  expect(toDatabaseUnavailable(error)).toBe('database_unavailable');
});
