import type pg from 'pg';
import { expect, test } from 'vitest';
import { bundledMigrations, migrateDatabase } from '~/platform/database/migrate.server';
import type { Log } from '~/platform/log';
import { otherConnections, waitingCalls } from '../../support/connections';
import { createTestDatabase } from '../../support/database';
import { forThisTest } from '../../support/opened';
import { silentLog } from '../../support/silent-log';

/** The next release: its migration changes a table that every process writes to. */
const NEXT = [
  ...bundledMigrations(),
  {
    name: 'of_the_next_release',
    sql: ['alter table condos add column next int'],
    hash: 'next',
    folderMillis: Date.UTC(2100, 0, 1),
    bps: true,
  },
];

const INSERT =
  "insert into condos (name, address, city, state, zip_code, country) values ($1, 'A', 'B', 'C', '1', 'D')";
/** Time in which a migration checks several times whether transactions have ended. */
const SEVERAL_LOOKS_MS = 700;
const REJECTED = 'of another release than the schema';

/** Two pools on a database: of the release before, or of a tool, and of the next release. */
async function oldAndNext() {
  const database = await forThisTest(createTestDatabase());
  return [database.pool, otherConnections(database).pool] as const;
}

const names = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from condos order by 1')).rows.map(
    ({ name }) => name,
  );

test('a migration waits for no transaction of a release before, of which nothing is left, and is in the log', async () => {
  const [old, next] = await oldAndNext();
  const client = await old.connect();
  await client.query('begin');
  await client.query(INSERT, ['In progress']);
  const lines: object[] = [];
  const log: Log = { ...silentLog, info: (data) => void lines.push(data) };
  expect(await migrateDatabase(next, NEXT, log)).toBe(1);
  await expect(client.query('commit')).rejects.toThrow(/terminat|connection error/);
  client.release(true);
  expect(await names(next)).toEqual([]);
  expect(lines).toMatchObject([{ migration: 'of_the_next_release' }]);
  expect(lines[0]).toHaveProperty('ms');
});

test('a tool that reads is not ended: the migration waits for it', async () => {
  const [tool, next] = await oldAndNext();
  const client = await tool.connect();
  await client.query("begin; set local application_name = 'condo-admin-tool'");
  await client.query('select from condos');
  let isOver = false;
  const migrating = migrateDatabase(next, NEXT).then(() => (isOver = true));
  await waitingCalls({ pool: tool }, 1);
  await new Promise((resolve) => setTimeout(resolve, SEVERAL_LOOKS_MS));
  expect(isOver).toBe(false);
  await client.query('commit');
  client.release();
  await migrating;
});

test('once it has happened the database rejects every write of the release before, also in a transaction that began earlier', async () => {
  const [pool, next] = await oldAndNext();
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from users');
  await migrateDatabase(next, NEXT);
  await expect(client.query(INSERT, ['Late'])).rejects.toThrow(REJECTED);
  await client.query('rollback');
  client.release();

  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  expect(tables.length).toBeGreaterThan(20);
  // A table without the trigger would let the release before empty it.
  for (const { name } of tables)
    await expect(pool.query(`delete from ${name}`)).rejects.toThrow(REJECTED);
  await expect(pool.query('truncate condos cascade')).rejects.toThrow(REJECTED);

  const other = await pool.connect();
  for (const [name, mayWrite] of [
    ['condo-admin', false],
    [`condo-admin ${NEXT.length - 1}`, false],
    // PgBouncer may add the client's address.
    [`condo-admin ${NEXT.length} - 10.0.0.1:50000`, true],
    ['condo-admin-tool', true],
    ['psql', true],
  ] as const) {
    await other.query("select set_config('application_name', $1, false)", [name]);
    const written = await other.query(INSERT, [name]).catch(() => null);
    expect([name, written !== null]).toEqual([name, mayWrite]);
  }
  other.release(true);
});
