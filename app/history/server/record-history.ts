import { sql, type SQL } from 'drizzle-orm';
import { RECORD_KINDS, type RecordKind } from '~/history/schema';
import { historyChanges } from '~/platform/database/schema/history';
import { RECORDED_TABLES } from '~/platform/database/schema/history-tables';
import type { Db } from '~/platform/database/connect.server';
import { users } from '~/platform/database/schema/records';

/** Parts of a statement that reads one record's history from history_entries and history_changes. */
export interface RecordHistory {
  /** The statement's first tables, each with a comma after it. */
  ctes: SQL;
  /** Condition that an entry belongs to this history; undefined accepts all. */
  isEntry: SQL | undefined;
  isChange: SQL;
  /** Number of a change's records that belong to this history. */
  count: SQL;
}

/** The ids of a person and of all accounts that were merged into them, also indirectly. */
export async function findMerged(db: Db, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive merged (id) as (
      select ${id}::int union select u.id from ${users} u join merged on u.merged_into = merged.id)
    select id from merged order by id`);
  return rows.map((row) => row.id);
}

/**
 * Builds the history of a record and of the records that belong to it, now or in the past: everything in a
 * building, and a person's associations and invitations. A person's `ids` are those of all merged accounts.
 */
export function historyOf(kind: RecordKind, ids: readonly number[]): RecordHistory {
  const parts = ids.flatMap((id) => partSources(kind, id));
  const sources = [
    ...ids.map((id) => sql`select ${kind}::text as kind, ${id}::int as id`),
    ...parts.map((part) => sql`select ${part.kind}::text, p.id from (${part.ids}) p (id)`),
  ];
  // "offset 0" makes the database look up each record by its id: the planner overestimates their number and
  // would read the whole history. Records that were created together have another index.
  const together = [...new Set([kind, ...parts.map((part) => part.kind)])].map(
    (one) => sql`
      select entry_id, id from ${historyChanges}
       where record_kind = ${one} and record_ids && array(select id from part where kind = ${one})`,
  );
  return {
    ctes: sql`part as materialized (${sql.join(sources, sql` union `)}),
      matches as materialized (
        select c.entry_id, c.id from part p cross join lateral (
          select entry_id, id from ${historyChanges} where record_kind = p.kind and record_id = p.id offset 0) c
        union all ${sql.join(together, sql` union all `)}),`,
    isEntry: sql`id in (select entry_id from matches)`,
    isChange: sql`(entry_id, id) in (select entry_id, id from matches)`,
    count: sql`case when record_ids is null then 1 else cardinality(array(
      select unnest(record_ids) intersect select p.id from part p where p.kind = record_kind)) end`,
  };
}

/** The records that belong to a record: present ones, and those in the history. */
function partSources(kind: RecordKind, id: number): { kind: RecordKind; ids: SQL }[] {
  if (kind === 'condo') {
    return tablesWith('condo_id').map((one) => ({
      kind: one.kind,
      ids: sql`select id from ${one.table} where condo_id = ${id}
        union select record_id from ${historyChanges}
         where record_kind = ${one.kind} and coalesce(old_values, new_values)->>'condo_id' = ${String(id)}`,
    }));
  }
  if (kind !== 'user') return [];
  const associations = tablesWith('user_id').map((one) => ({
    kind: one.kind,
    ids: sql`select id from ${one.table} where user_id = ${id}
      union select record_id from ${historyChanges} where record_kind = ${one.kind} and user_id = ${id}`,
  }));
  const invitations = tablesWith('email')
    .filter((one) => one.kind !== 'user')
    .map((one) => ({ kind: one.kind, ids: invitationsTo(id, one) }));
  return [...associations, ...invitations];
}

/**
 * Ids of invitations to a user, present and past. Past ones are found by their recorded name: the user's
 * address, or the name of an erased person.
 */
function invitationsTo(id: number, { kind, table }: { kind: RecordKind; table: SQL }): SQL {
  return sql`
    select i.id from ${table} i join ${users} u on lower(i.email) = lower(u.email) where u.id = ${id}
    union select c.record_id from ${users} u
      join ${historyChanges} c on lower(c.record_name) in (lower(u.email), lower(history_name('user', u.id)))
     where u.id = ${id} and c.record_kind = ${kind}`;
}

function tablesWith(column: string): Array<{ kind: RecordKind; table: SQL }> {
  return RECORD_KINDS.flatMap((kind) => {
    const { table, fields } = RECORDED_TABLES[kind];
    return fields.has(column) ? [{ kind, table: sql`${sql.identifier(table)}` }] : [];
  });
}
