import { expect, test } from 'vitest';

import { condos } from '~/platform/database/schema/records';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { aCondo } from '../../support/builders';
import { forThisTest, perFile } from '../../support/opened';

const first = perFile(createTestDatabase);
const second = perFile(createTestDatabase);

test('a test database has the schema, and its rows are its own', async () => {
  await first.db.insert(condos).values(aCondo({ name: 'Zürcher Höfe' }));

  expect(await first.db.select({ name: condos.name }).from(condos)).toEqual([
    { name: 'Zürcher Höfe' },
  ]);
  expect(await second.db.select().from(condos)).toEqual([]);
});

/** The names of the database that a closed one makes room for. */
async function usedAgain(change: (database: TestDatabase) => Promise<unknown>) {
  const used = await createTestDatabase();
  await change(used);
  await used.close();
  const next = await forThisTest(createTestDatabase());
  return { next, isSame: next.connection.database === used.connection.database };
}

const state = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query<{ marks: unknown; history: string; sequences: unknown }>(`
    select (select json_agg(t) from table_changes t) as marks, (select count(*) from history_entries) as history,
           (select json_agg(s order by s.sequencename) from pg_sequences s) as sequences`);
  return rows;
};

test('a closed one is used again: as new, with nothing of its history and ids from 1', async () => {
  const before = await state(first);
  const { next, isSame } = await usedAgain(async ({ db }) => {
    await db.insert(condos).values(aCondo({ name: 'Zürcher Höfe' }));
    await db.delete(condos);
  });
  expect(isSame).toBe(true);
  expect(await state(next)).toEqual(await state(second));
  expect(before).not.toEqual(await state(second));
  const [created] = await next.db.insert(condos).values(aCondo()).returning({ id: condos.id });
  expect(created).toEqual({ id: 1 });
});

test.each([
  'alter table condos drop column website',
  'alter table condos alter column website set not null',
  'alter table condos disable trigger user',
  'drop index history_entries_at_idx',
  "alter database :name set timezone to 'Asia/Tokyo'",
  'truncate condos cascade',
  "insert into condos (name, address, city, state, zip_code, country) select repeat('x', 200), n, '', '', '', '' from generate_series(1, 5000) n",
])('a test database is not used again after: %s', async (statement) => {
  const { next, isSame } = await usedAgain(({ pool, connection }) =>
    pool.query(statement.replace(':name', connection.database)),
  );
  expect(isSame).toBe(false);
  expect(await state(next)).toEqual(await state(second));
});
