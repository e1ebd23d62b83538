import { expect, it, test } from 'vitest';
import { toDatabaseUnavailable } from '~/api/db/errors';
import { createTestApi, errorOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { perFile } from '../../support/opened';

const api = perFile(createTestApi);

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
  const answer = await api.call('POST', '/admin/condos', aCondo());
  expect(await errorOf(answer)).toMatchObject({
    status: 503,
    detail: 'The database takes no changes at the moment. Nothing was changed',
  });
  expect((await api.call('GET', '/admin/condos')).status).toBe(200);
});

it.each([
  ['is dropped while the panel runs', '3D000'],
  ['has another password by now', '28P01'],
])('a database that %s is not available', (_what, code) => {
  const error = Object.assign(new Error('no connection'), { code });
  expect(toDatabaseUnavailable(error)).toMatch(/^The database is not available/);
});
