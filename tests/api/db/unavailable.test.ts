import { eq, sql } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import { toDatabaseUnavailable } from '~/api/db/errors';
import { users } from '~/api/db/schema';
import { apiPerTest, insertUser, refusalOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { waitingCalls } from '../../support/connections';
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
  expect(await refusalOf(api.call('POST', '/admin/condos', aCondo()))).toBe(
    '503 The database takes no changes at the moment. Nothing was changed',
  );
  expect((await api.call('GET', '/admin/condos')).status).toBe(200);
});

test('a call that PostgreSQL ends since it and another one wait for each other is answered 503, and can be repeated', async () => {
  const user = await insertUser(api.db);
  let removed: Promise<Response> | undefined;
  await api.db.transaction(async (tx) => {
    // The call locks the administrator and waits for this row. The one that waits longer looks for the deadlock first.
    await tx.select().from(users).where(eq(users.id, user)).for('update');
    removed = api.call('DELETE', `/admin/users/${user}`);
    await waitingCalls(api.database, 1);
    await tx.execute(sql`select from users where id = ${api.adminId} for update`);
  });
  const answer = must(await removed, 'answer');
  expect(answer.headers.get('retry-after')).toBe('10');
  expect(await refusalOf(answer)).toBe(
    '503 Someone else changed the same records at this moment. Nothing was changed: try again',
  );
  expect((await api.call('DELETE', `/admin/users/${user}`)).status).toBe(204);
});

it.each([
  ['is dropped while the panel runs', '3D000'],
  ['has another password by now', '28P01'],
])('a database that %s is not available', (_what, code) => {
  const error = Object.assign(new Error('no connection'), { code });
  expect(toDatabaseUnavailable(error)).toMatch(/^The database is not available/);
});
