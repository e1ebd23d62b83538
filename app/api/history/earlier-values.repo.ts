import { sql } from 'drizzle-orm';
import { RECORD_KINDS, type RecordKind } from '~/contract/history';
import type { ChangeId } from '~/contract/history-restore';
import { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { historyChanges } from '../db/history-schema';
import type { ChangeTx } from '../db/record-change';
import { tableOf } from './restore.repo';

const valuesSchema = z.record(z.string(), z.unknown());
export type Values = z.infer<typeof valuesSchema>;

const changeSchema = z.object({
  kind: z.enum(RECORD_KINDS),
  id: z.int(),
  name: z.string().nullable(),
  old: valuesSchema,
});

/** A change of a record's fields; null for any other, and for one that has aged out. */
export async function findChange(db: Db, { entry, change }: ChangeId) {
  const { rows } = await db.execute(sql`
    select record_kind as kind, record_id as id, record_name as name, old_values as old
      from ${historyChanges}
     where entry_id = ${entry} and id = ${change} and what = 'changed' and old_values is not null`);
  return rows[0] === undefined ? null : changeSchema.parse(rows[0]);
}

/** What the fields that this change or a later one changed were before it. */
export async function findValuesBefore(
  db: Db,
  { kind, id, change }: { kind: RecordKind; id: number; change: number },
): Promise<Values> {
  const { rows } = await db.execute(sql`
    select coalesce(json_object_agg(name, value), '{}') as values
      from (select distinct on (v.key) v.key as name, v.value
              from ${historyChanges} c cross join lateral jsonb_each(c.old_values) v
             where c.record_kind = ${kind} and c.record_id = ${id} and c.id >= ${change}
               and c.what = 'changed' and c.old_values is not null
             order by v.key, c.id) first`);
  return z.tuple([z.object({ values: valuesSchema })]).parse(rows)[0].values;
}

/** Today's values of these columns, locked until the transaction ends; null for a record that is gone. */
export async function lockValues(
  db: Db,
  kind: RecordKind,
  id: number,
  columns: readonly string[],
): Promise<Values | null> {
  const { rows } = await db.execute(sql`
    select to_jsonb(r) as values from (
      select ${namesOf(columns)} from ${sql.identifier(tableOf(kind).table)}
       where id = ${id} for no key update) r`);
  const [row] = z.array(z.object({ values: valuesSchema })).parse(rows);
  return row?.values ?? null;
}

/** Writes values as the history has them. */
export async function writeValues(
  tx: ChangeTx,
  { kind, id, values, now }: { kind: RecordKind; id: number; values: Values; now: Date },
): Promise<void> {
  const table = sql.identifier(tableOf(kind).table);
  const columns = Object.keys(values);
  const updatedAt =
    kind === 'association' ? sql`` : sql`, updated_at = ${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update ${table} set (${namesOf(columns)}) = (
             select ${namesOf(columns)} from jsonb_populate_record(null::${table}, ${JSON.stringify(values)}::jsonb))
           ${updatedAt}
     where id = ${id}`);
}

/** A record's values of today as an expression; null for one that is gone. */
export function valuesOf(kind: RecordKind, id: number) {
  const { table, fields, stored } = tableOf(kind);
  return sql`(select to_jsonb(r) from (
    select ${namesOf([...fields.keys(), ...stored])} from ${sql.identifier(table)} where id = ${id}) r)`;
}

function namesOf(columns: readonly string[]) {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
}
