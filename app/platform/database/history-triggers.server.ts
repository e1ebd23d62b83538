import type pg from 'pg';
import { namesOf } from '~/fields/fields';
import { RECORDED_TABLES } from '~/platform/database/schema/history-tables';

const EVENTS = [
  { event: 'insert', referencing: 'new table as new_rows' },
  { event: 'update', referencing: 'old table as old_rows new table as new_rows' },
  { event: 'delete', referencing: 'old table as old_rows' },
] as const;

const TRIGGERS = namesOf(RECORDED_TABLES).flatMap((kind) => {
  const { table, person, fields, stored } = RECORDED_TABLES[kind];
  const args = [kind, person, [...fields.keys()].join(','), stored.join(',')];
  return EVENTS.map(({ event, referencing }) => {
    return { name: `${table}_history_${event}`, table, event, referencing, args };
  });
});

const FUNCTION = 'record_history';

/**
 * Updates triggers that differ from the field tables. If none differs, no rights to change tables are
 * needed.
 */
export async function updateHistoryTriggers(client: pg.ClientBase): Promise<void> {
  if (!(await hasHistory(client))) return;
  const present = await readTriggers(client);
  for (const { name, table, event, referencing, args } of TRIGGERS) {
    if (present.get(name) === args.join('\n')) continue;
    await client.query(`drop trigger if exists "${name}" on "${table}"`);
    await client.query(
      `create trigger "${name}" after ${event} on "${table}" referencing ${referencing} ` +
        `for each statement execute function ${FUNCTION}(${args.map((arg) => `'${arg}'`).join(', ')})`,
    );
  }
}

/**
 * Removes triggers, for a command that fills tables with rows and their history. `updateHistoryTriggers`
 * restores them.
 */
export async function removeHistoryTriggers(client: pg.ClientBase): Promise<void> {
  for (const { name, table } of TRIGGERS) {
    await client.query(`drop trigger if exists "${name}" on "${table}"`);
  }
}

/** False in the tests of migrations, whose databases have other tables. */
async function hasHistory(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_proc where proname = $1', [FUNCTION]);
  return rowCount !== 0;
}

/** The arguments of the existing triggers by name, one per line. PostgreSQL ends each with a zero byte. */
async function readTriggers(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; args: Buffer }>(
    `select t.tgname as name, t.tgargs as args from pg_trigger t
       join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      where p.proname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [FUNCTION],
  );
  return new Map(
    rows.map(({ name, args }) => [name, args.toString().split('\0').slice(0, -1).join('\n')]),
  );
}
