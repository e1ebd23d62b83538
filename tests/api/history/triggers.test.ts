import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { removeOldHistory } from '~/history/server/ageing.repo';
import { createDb, createPool } from '~/platform/database/pool.server';
import { condos, users } from '~/platform/database/schema/records';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { recordChange, SYSTEM } from '~/platform/database/record-change';
import { aCondo } from '../../support/builders';
import { createTestDatabase } from '../../support/database';
import { storedEntries } from '../../support/history';
import { insertApartment, insertCondo } from '../../support/places';
import { silentLog } from '../../support/silent-log';
import { perTest } from '../../support/opened';

const database = perTest(createTestDatabase);

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

const definitions = (rows: { definition: string }[]) =>
  rows.map(({ definition }) => definition).toSorted();

const changed = { actor: SYSTEM, action: 'changed' } as const;

it('records what comes past the product, with the role of the database', async () => {
  const id = await insertCondo(database.db, 'Alt');
  await database.pool.query("update condos set name = 'Neu' where id = $1", [id]);
  expect(await storedEntries(database)).toMatchObject([
    { action: 'created', record: `condo ${id}`, name: 'Alt' },
    {
      actor: `database ${database.connection.user}`,
      action: 'changed',
      name: 'Neu',
      request_id: null,
      changes: [{ what: 'changed', old: { name: 'Alt' }, new: { name: 'Neu' } }],
    },
  ]);
});

it('one transaction is one entry, whatever it changes', async () => {
  await recordChange(database.db, changed, async (tx) => {
    const id = await insertCondo(tx, 'Lac');
    await insertApartment(tx, id, '1');
    await tx.update(condos).set({ city: 'Genève' });
  });
  expect(await storedEntries(database)).toMatchObject([
    { actor: 'system Condo Admin', changes: [{}, {}, { new: { city: 'Genève' } }] },
  ]);
});

it('neither a change of nothing nor a rolled back change makes an entry', async () => {
  const id = await insertCondo(database.db);
  const before = (await storedEntries(database)).length;
  await recordChange(database.db, changed, (tx) =>
    tx.update(condos).set({ updated_at: new Date(), name: 'Seeblick' }),
  );
  await recordChange(database.db, changed, (tx) => tx.delete(condos).where(sql`false`));
  await database.db.update(users).set({ last_login: new Date() });
  const failing = recordChange(database.db, changed, async (tx) => {
    await tx.update(condos).set({ name: 'Lost' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await storedEntries(database)).toHaveLength(before);
  // The next transaction of the same connections is nobody's.
  await database.pool.query("update condos set city = 'Bern' where id = $1", [id]);
  expect((await storedEntries(database)).at(-1)?.actor).toMatch(/^database /);
});

it('a statement of many rows stores their ids alone; the first change of each stores the old values', async () => {
  await recordChange(database.db, changed, (tx) =>
    tx.insert(condos).values(['A', 'B'].map((name) => aCondo({ name }))),
  );
  await database.pool.query("delete from condos where name = 'B'");
  expect(await storedEntries(database)).toMatchObject([
    { changes: [{ what: 'created', record: 'condo', ids: [1, 2], new: null }] },
    { changes: [{ what: 'deleted', record: 'condo 2', old: { name: 'B', zip_code: '8002' } }] },
  ]);
});

it('a changed field table changes the triggers at the next start, and only then', async () => {
  const triggers = async () => {
    const { rows } = await database.pool.query<{ oid: number; definition: string }>(
      `select oid, pg_get_triggerdef(oid) as definition from pg_trigger
        where tgname like '%\\_history\\_%' order by oid`,
    );
    return rows;
  };
  const before = await triggers();
  expect(before).toHaveLength(18);
  await migrateDatabase(database.pool);
  expect(await triggers()).toEqual(before);
  // As an older release left them, without a field that has come since.
  await database.pool.query(`
    drop trigger condos_history_delete on condos;
    create or replace trigger condos_history_update after update on condos
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_history('condo', '', 'name', 'created_at')`);
  await migrateDatabase(database.pool);
  expect(definitions(await triggers())).toEqual(definitions(before));
});

it('entries age out with their changes', async () => {
  await insertCondo(database.db, 'Old');
  await database.pool.query("update history_entries set at = now() - interval '11 days'");
  await insertCondo(database.db, 'New');
  await removeOldHistory(database.db, null, new Date());
  await removeOldHistory(database.db, daysAgo(12), new Date());
  expect(await storedEntries(database)).toHaveLength(2);
  await removeOldHistory(database.db, daysAgo(10), new Date());
  expect(await storedEntries(database)).toMatchObject([{ name: 'New' }]);
  expect((await database.pool.query('select from history_changes')).rowCount).toBe(1);
});

it('a role without rights to the history can change records, each with its entry, and no entry', async () => {
  const role = `panel_${Date.now()}`;
  await database.pool.query(`create role ${role} login`);
  await database.pool.query(`
    grant usage on schema public, drizzle to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke insert, update, delete on history_entries, history_changes, history_start from ${role}`);
  const pool = createPool({ ...database.connection, user: role }, { log: silentLog });
  try {
    expect(await migrateDatabase(pool)).toBe(0);
    const db = createDb(pool);
    await recordChange(db, { actor: SYSTEM, action: 'created' }, (tx) => insertCondo(tx, 'Lac'));
    expect(await storedEntries(database)).toMatchObject([{ actor: 'system Condo Admin' }]);
    for (const statement of [
      "update history_entries set actor_name = 'someone else'",
      'delete from history_changes',
      'truncate history_entries cascade',
      'drop trigger condos_history_update on condos',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  } finally {
    await pool.end();
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  }
});
