import type pg from 'pg';
import { RECORDED_TABLES, type RecordedTable } from './history-tables';

const TRIGGERS = [
  { event: 'insert', referencing: 'new table as new_rows' },
  { event: 'update', referencing: 'old table as old_rows new table as new_rows' },
  { event: 'delete', referencing: 'old table as old_rows' },
] as const;

const FUNCTION = 'record_history';

/**
 * Brings the triggers that write the history in line with the field tables: a new field is recorded without a migration.
 * Triggers that are right already are left alone, and need no rights to change tables.
 */
export async function updateHistoryTriggers(client: pg.ClientBase): Promise<void> {
  if (!(await hasHistory(client))) return;
  const present = await readTriggers(client);
  for (const recorded of RECORDED_TABLES) {
    const { table } = recorded;
    const wanted = triggerArguments(recorded);
    for (const { event, referencing } of TRIGGERS) {
      const name = triggerName(table, event);
      if (present.get(name) === wanted.join('\n')) continue;
      await client.query(`drop trigger if exists "${name}" on "${table}"`);
      const list = wanted.map((argument) => `'${argument}'`).join(', ');
      await client.query(
        `create trigger "${name}" after ${event} on "${table}" referencing ${referencing} ` +
          `for each statement execute function ${FUNCTION}(${list})`,
      );
    }
  }
}

/** For a command that fills the tables with rows that have their history already. `updateHistoryTriggers` brings them back. */
export async function removeHistoryTriggers(client: pg.ClientBase): Promise<void> {
  for (const { table } of RECORDED_TABLES) {
    for (const { event } of TRIGGERS) {
      await client.query(`drop trigger if exists "${triggerName(table, event)}" on "${table}"`);
    }
  }
}

function triggerName(table: string, event: string): string {
  return `${table}_history_${event}`;
}

function triggerArguments({ kind, person, fields, stored }: RecordedTable): string[] {
  return [kind, person, [...fields.keys()].join(','), stored.join(',')];
}

/** Not in the tests of migrations, whose databases have tables of their own. */
async function hasHistory(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_proc where proname = $1', [FUNCTION]);
  return rowCount !== 0;
}

/** The arguments of the present triggers by name, one a line. PostgreSQL ends each with a zero byte. */
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
