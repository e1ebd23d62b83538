import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '~/history/schema';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges } from '~/platform/database/schema/history';
import { RECORDED_TABLES } from '~/platform/database/schema/history-tables';
import { bigintArray, intArray, toJsonbText } from '~/platform/database/sql';
import type { ChangeTx } from '~/platform/database/record-change';

export const tableOf = (kind: RecordKind) => sql.identifier(RECORDED_TABLES[kind].table);

/** Changes of one entry that concern records of one kind. */
export interface EntryChanges {
  entry: number;
  changes: readonly number[];
}

/** SELECT of records' target values: `place` (their order), `id`, `name` and `values`. */
export type TargetValues = SQL;

/** Selects records as they were before these changes. */
export function valuesBefore({ entry, changes }: EntryChanges): TargetValues {
  return sql`select id as place, record_id as id, record_name as name, old_values as values
    from ${historyChanges} where entry_id = ${entry} and id = any(${bigintArray(changes)})`;
}

/** A record's id and its values by column, as in JSON. */
export interface TargetRecord {
  id: number;
  values: Readonly<Record<string, unknown>>;
}

export function givenValues(records: readonly TargetRecord[]): TargetValues {
  return sql`select place, id, '#' || id as name, values
    from rows from (jsonb_to_recordset(${toJsonbText(records)}::jsonb) as (id int, values jsonb))
         with ordinality as given (id, values, place)`;
}

/** Content of a FROM clause: `r` is a record with its target values, `t` its current row, `w` the target. */
export function targetRecords(kind: RecordKind, target: TargetValues): SQL {
  return sql`(${target}) w left join ${tableOf(kind)} t on t.id = w.id
    cross join lateral jsonb_populate_record(t, w.values || jsonb_build_object('id', w.id)) r`;
}

/** Defaults for values that earlier releases did not record. A mail without a state was sent long ago. */
const WHERE_MISSING: ReadonlyMap<string, SQL> = new Map([
  ['rights', sql`coalesce(r.rights, 'all')`],
  ['reminders', sql`coalesce(r.reminders, 0)`],
  ['mail_state', sql`coalesce(r.mail_state, 'sent')`],
  ['mail_updated_at', sql`coalesce(r.mail_updated_at, r.last_sent_at)`],
]);

/** Inserts records with their former ids. */
export async function insertRecords(tx: ChangeTx, kind: RecordKind, target: TargetValues) {
  const { fields, stored } = RECORDED_TABLES[kind];
  const columns = ['id', ...fields.keys(), ...stored];
  const values = columns.map(
    (column) => WHERE_MISSING.get(column) ?? sql`r.${sql.identifier(column)}`,
  );
  await tx.execute(sql`
    insert into ${tableOf(kind)} (${namesOf(columns)}) overriding system value
    select ${sql.join(values, sql`, `)} from ${targetRecords(kind, target)} order by w.place`);
}

/**
 * Overwrites values of existing records in one statement: apartments may swap their numbers, and the day
 * between two associations may shift. `columns` are those that people can change, or all that the history
 * stores.
 */
export async function updateRecords(
  tx: ChangeTx,
  kind: RecordKind,
  target: TargetValues,
  now: Date,
  columns: 'editable' | 'all' = 'editable',
): Promise<void> {
  const { editable, fields, stored } = RECORDED_TABLES[kind];
  const written = columns === 'all' ? [...fields.keys()] : editable;
  const assigned = written.map((column) => sql`${namesOf([column])} = r.${namesOf([column])}`);
  if (stored.includes('updated_at'))
    assigned.push(sql`updated_at = ${now.toISOString()}::timestamptz`);
  await tx.execute(sql`
    update ${tableOf(kind)} as u set ${sql.join(assigned, sql`, `)}
      from (select r.* from ${targetRecords(kind, target)}) r where u.id = r.id`);
  // A queued mail about the days before the restore would surprise its reader.
  if (kind === 'association')
    await tx.execute(
      sql`delete from mail_queue where association_id in (select id from (${target}) w)`,
    );
}

/**
 * Locks records until the transaction ends: nobody else can change them or add anything to them. The people
 * of associations are locked before them, as everywhere, so that nobody deactivates them meanwhile.
 */
export async function lockRecords(db: Db, kind: RecordKind, ids: readonly number[]): Promise<void> {
  if (kind === 'association')
    await db.execute(sql`
      select from users where id in (
        select user_id from user_condo_associations where id = any(${intArray(ids)}))
       order by id for no key update`);
  await db.execute(sql`
    select from ${tableOf(kind)} where id = any(${intArray(ids)}) order by id for update`);
}

/** SQL of a record's current values; null if it was removed. */
export function valuesOf(kind: RecordKind, id: number): SQL {
  const { fields, stored } = RECORDED_TABLES[kind];
  return sql`(select to_jsonb(r) from (
    select ${namesOf([...fields.keys(), ...stored])} from ${tableOf(kind)} where id = ${id}) r)`;
}

function namesOf(columns: readonly string[]): SQL {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
}

/*
 * An entry can restore records that it deleted and people whom it deactivated or, as the undo of their
 * import, deleted. It cannot restore accepted invitations, which have been used, administrators'
 * invitations, as their links give rights, or erased people and their associations.
 */

/**
 * Condition that a change is of an association or invitation whose person was erased, or removed by the
 * undo of an import. If the same entry removed the person, both can be restored.
 */
export function isOfErased(change: SQL): SQL {
  const person = sql`(${change}.old_values->>'user_id')::int`;
  return sql`(${change}.record_kind in ('association', 'invitation') and ${person} is not null
    and not exists (select from users where id = ${person} and erased_at is null)
    and not exists (select from ${historyChanges} own where own.entry_id = ${change}.entry_id
                       and own.record_kind = 'user' and own.record_id = ${person} and own.what = 'deleted'))`;
}

/** Condition that a change (an alias of history_changes) removed its record. */
export function isRemoval(change: SQL): SQL {
  return sql`coalesce(${change}.old_values is not null and case ${change}.record_kind
    when 'user' then case ${change}.what when 'deleted' then ${change}.old_values->'is_superuser' = 'false'
      else ${change}.what = 'changed' and ${change}.old_values->'is_active' = 'true' end
      and not exists (select from users where id = ${change}.record_id and erased_at is not null)
    when 'invitation' then ${change}.what = 'deleted' and ${change}.old_values->>'status' = 'pending'
      and (jsonb_typeof(${change}.old_values->'email') = 'string'
        or ${change}.old_values->>'email' is null and ${change}.old_values->>'user_id' is not null)
      and not ${isOfErased(change)}
    when 'association' then ${change}.what = 'deleted' and not ${isOfErased(change)}
    when 'administrator_invitation' then false
    else ${change}.what = 'deleted' end, false)`;
}

/**
 * Condition that nobody has restored the record since this change, so that each removal is restored only
 * once.
 */
export function isStillRemoved(change: SQL): SQL {
  return sql`not exists (
    select from ${historyChanges} later
     where later.record_kind = ${change}.record_kind and later.record_id = ${change}.record_id
       and later.id > ${change}.id
       and (later.record_kind <> 'user' or later.what = 'restored' or later.old_values ? 'is_active'))`;
}
