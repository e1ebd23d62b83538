import { sql, type SQL } from 'drizzle-orm';
import { RECORD_KINDS, type RecordKind } from '~/history/schema';
import type { ChangeId } from '~/history/answers';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges } from '~/platform/database/schema/history';
import { readable } from './history.repo';
import { valuesOf } from './records.repo';

const valuesSchema = z.record(z.string(), z.unknown());
export type Values = z.infer<typeof valuesSchema>;

const changeSchema = z.object({
  kind: z.enum(RECORD_KINDS),
  id: z.int(),
  name: z.string().nullable(),
  old: valuesSchema,
});

/** Finds a change of a record's fields; null for a change of another type, or without old values. */
export async function findChange(db: Db, { entry, change }: ChangeId) {
  const { rows } = await db.execute(sql`
    select record_kind as kind, record_id as id, record_name as name, old_values as old
      from ${historyChanges}
     where entry_id = ${entry} and id = ${change} and what = 'changed' and old_values is not null`);
  return rows[0] === undefined ? null : changeSchema.parse(rows[0]);
}

/** A record, and the id of a change in its history. */
export interface Moment {
  kind: RecordKind;
  id: number;
  change: number;
}

/** SQL of the earlier value of each column that this or a later change changed, up to `end`. */
function valuesBefore({ kind, id, change }: Moment, end: SQL = sql`null`): SQL {
  return sql`(select coalesce(jsonb_object_agg(key, value), '{}') from (
    select distinct on (v.key) v.key, v.value
      from ${historyChanges} c cross join lateral jsonb_each(c.old_values) v
     where c.record_kind = ${kind} and c.record_id = ${id} and c.id >= ${change}
       and c.what = 'changed' and c.old_values is not null and (c.id < ${end}) is not false
     order by v.key, c.id) first)`;
}

const todaySchema = z.tuple([z.object({ today: valuesSchema.nullable(), before: valuesSchema })]);

/**
 * Finds a record's current values (null if it was removed). `before` has the values before this change, for
 * the fields that this or a later change has changed.
 */
export async function findValues(db: Db, moment: Moment) {
  const { kind, id } = moment;
  const { rows } = await db.execute(
    sql`select ${valuesOf(kind, id)} as today, ${valuesBefore(moment)} as before`,
  );
  return todaySchema.parse(rows)[0];
}

const shownSchema = z.tuple([z.object({ old: valuesSchema, new: valuesSchema })]);

/** Makes two states of a record's values readable for people. */
export async function showValues(db: Db, old: Values, now: Values) {
  const { rows } = await db.execute(sql`
    select ${readable(sql`v.old`)} as old, ${readable(sql`v.new`)} as new
      from (select ${JSON.stringify(old)}::jsonb as old, ${JSON.stringify(now)}::jsonb as new) v`);
  return shownSchema.parse(rows)[0];
}

const createdSchema = z.tuple([
  z.object({ name: z.string().nullable(), values: valuesSchema.nullable() }),
]);

/**
 * Finds the values with which a bulk statement created a record. Its change stored only the id, but every
 * later change stored the old values: a field's first old value, or else its current value, is the one at
 * creation. Changes after the first deletion do not count, since a restored record has a new change. Null
 * values if none can be derived.
 */
export async function findCreatedValues(db: Db, moment: Moment) {
  const { kind, id, change } = moment;
  const { rows } = await db.execute(sql`
    with deletion as (
      select id, old_values from ${historyChanges}
       where record_kind = ${kind} and record_id = ${id} and id > ${change} and what = 'deleted' and old_values is not null
       order by id limit 1),
    created as (
      select coalesce((select old_values from deletion), ${valuesOf(kind, id)})
             || ${valuesBefore(moment, sql`(select id from deletion)`)} as created)
    select case when created is not null then history_name(${kind}, created || jsonb_build_object('id', ${id}::int)) end as name,
           ${readable(sql`jsonb_strip_nulls(created)`)} as values
      from created`);
  return createdSchema.parse(rows)[0];
}
