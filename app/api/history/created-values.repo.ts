import { sql } from 'drizzle-orm';
import type { RecordKind } from '~/contract/history';
import { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { historyChanges } from '../db/history-schema';
import { valuesOf } from './earlier-values.repo';

const createdSchema = z.object({
  name: z.string().nullable(),
  values: z.record(z.string(), z.unknown()).nullable(),
});
export type Created = z.infer<typeof createdSchema>;

/**
 * What a record was created with by a statement of many, whose change stored its id alone: every later change of the
 * record stored the old values, so the first of these, or else the values of today, are those of its creation. Up to its
 * first deletion: what was restored later is told there. Null values where nothing is left to derive them from.
 */
export async function findCreatedValues(
  db: Db,
  { kind, id, change }: { kind: RecordKind; id: number; change: number },
): Promise<Created> {
  const { rows } = await db.execute(sql`
    with later as (
      select id, what, old_values from ${historyChanges}
       where record_kind = ${kind} and record_id = ${id} and id > ${change} and old_values is not null),
    deletion as (select id, old_values from later where what = 'deleted' order by id limit 1),
    last as (
      select coalesce((select old_values from deletion), ${valuesOf(kind, id)}) as last_values),
    created as (
      select last_values || coalesce((
               select jsonb_object_agg(key, value) from (
                 select distinct on (v.key) v.key, v.value
                   from later cross join lateral jsonb_each(old_values) v
                  where what = 'changed' and later.id < coalesce((select id from deletion), later.id + 1)
                  order by v.key, later.id) first), '{}') as found
        from last)
    select case when found is not null then history_name(${kind}, found || jsonb_build_object('id', ${id}::int)) end as name,
           jsonb_strip_nulls(found) as values
      from created`);
  return z.tuple([createdSchema]).parse(rows)[0];
}
