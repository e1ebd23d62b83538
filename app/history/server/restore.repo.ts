import { sql } from 'drizzle-orm';
import { HISTORY_ACTIONS, RECORD_KINDS, type RecordKind } from '~/history/schema';
import type { RestoreRecord } from '~/history/answers';
import { z } from '~/fields/zod';
import { bulkImports } from '~/platform/database/schema/bulk';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges, historyEntries } from '~/platform/database/schema/history';
import { lockViews } from '~/search/server/views.repo';
import { intArray } from '~/platform/database/sql';
import type { ChangeTx } from '~/platform/database/record-change';
import { isStillRemoved, isOfErased, tableOf, isRemoval } from './records.repo';

/** An entry, or its change of one record. */
export interface Source {
  entry: number;
  change?: number | undefined;
}

const subject = z.object({
  action: z.enum(HISTORY_ACTIONS),
  importId: z.int().nullable(),
  kind: z.enum(RECORD_KINDS).nullable(),
  id: z.int().nullable(),
  name: z.string().nullable(),
});

/** Finds the record that the entry or the change is about; null if there is no such entry or change. */
export async function findSubject(db: Db, { entry, change }: Source) {
  const about = change === undefined ? sql`e` : sql`c`;
  const { rows } = await db.execute(sql`
    select e.action, e.import_id as "importId", ${about}.record_kind as kind, ${about}.record_id as id, ${about}.record_name as name
      from ${historyEntries} e left join ${historyChanges} c on c.entry_id = e.id and c.id = ${change ?? null}::bigint
     where e.id = ${entry} and ${about}.id is not null`);
  return rows[0] === undefined ? null : subject.parse(rows[0]);
}

const source = z.object({
  entry: z.coerce.number(),
  change: z.coerce.number(),
  isWhole: z.boolean(),
});

/** Finds the newest change that removed a record. If the whole entry is about the record, finds the entry. */
export async function findLastRemoval(db: Db, { kind, id }: RestoreRecord): Promise<Source | null> {
  const { rows } = await db.execute(sql`
    select c.entry_id as entry, c.id as change,
           e.action = 'merged' or
             e.record_kind = c.record_kind and e.record_id = c.record_id and e.import_id is null as "isWhole"
      from ${historyChanges} c join ${historyEntries} e on e.id = c.entry_id
     where c.record_kind = ${kind} and c.record_id = ${id} and ${isRemoval(sql`c`)}
     order by c.id desc limit 1`);
  if (rows[0] === undefined) return null;
  const { isWhole, entry, change } = source.parse(rows[0]);
  return isWhole ? { entry } : { entry, change };
}

const removedRecord = z.object({
  kind: z.enum(RECORD_KINDS),
  change: z.coerce.number(),
  id: z.int(),
  isRemoved: z.boolean(),
  isDeleted: z.boolean(),
});

/** The records that a source removed, and whether each is still removed. */
export async function findRemoved(db: Db, { entry, change }: Source) {
  const { rows } = await db.execute(sql`
    select c.record_kind as kind, c.id as change, c.record_id as id, ${isStillRemoved(sql`c`)} as "isRemoved",
           c.what = 'deleted' as "isDeleted"
      from ${historyChanges} c
     where c.entry_id = ${entry} and ${change === undefined ? sql`true` : sql`c.id = ${change}`}
       and ${isRemoval(sql`c`)}
     order by c.id`);
  return rows.map((row) => removedRecord.parse(row));
}

/**
 * The first association of a source that cannot be restored because its person was erased; null without
 * one.
 */
export async function findErased(db: Db, { entry, change }: Source) {
  const { rows } = await db.execute(sql`
    select record_name as name from ${historyChanges} c
     where entry_id = ${entry} and ${change === undefined ? sql`true` : sql`id = ${change}`}
       and what = 'deleted' and ${isOfErased(sql`c`)}
     order by id limit 1`);
  return rows[0] === undefined ? null : z.object({ name: z.string().nullable() }).parse(rows[0]);
}

const changedRecord = z.object({ change: z.coerce.number(), id: z.int() });

/** The records of a kind that an entry changed. */
export async function findChanged(db: Db, kind: RecordKind, entry: number) {
  const { rows } = await db.execute(sql`
    select id as change, record_id as id from ${historyChanges}
     where entry_id = ${entry} and record_kind = ${kind} and what = 'changed' order by id`);
  return rows.map((row) => changedRecord.parse(row));
}

/**
 * The first of these records that is removed by now, or has other values than the entry gave it. An
 * accepted invitation counts too, since it has been used. Null without one.
 */
export async function findChangedSince(db: Db, kind: RecordKind, entry: number) {
  const isUsed = kind === 'invitation' ? sql`t.status <> 'pending'` : sql`false`;
  const { rows } = await db.execute(sql`
    select c.record_name as name from ${historyChanges} c left join ${tableOf(kind)} t on t.id = c.record_id
     where c.entry_id = ${entry} and c.record_kind = ${kind} and c.what = 'changed'
       and (t.id is null or not to_jsonb(t) @> c.new_values or ${isUsed})
     order by c.id limit 1`);
  return rows[0] === undefined ? null : z.object({ name: z.string().nullable() }).parse(rows[0]);
}

/** A condition on the saved view `v`: the event `e` lists its id. */
const isListed = (ids: string) =>
  sql`v.id::text = any(string_to_array(e.new_values->>${ids}::text, ','))`;

/**
 * Restores what a merge changed without recording it in a record's history: the language, unless another
 * one was chosen since, mailed links of invitations, and saved views that still exist, under their former
 * names. Links that were mailed to the other person since then end.
 */
export async function restoreUnrecorded(tx: ChangeTx, entry: number, now: Date): Promise<void> {
  const event = sql`${historyChanges} e where e.entry_id = ${entry} and e.what = 'merged'`;
  await tx.execute(sql`
    update users u set language = nullif(e.new_values->>'language', '') from users closed, ${event}
       and u.id = e.record_id and closed.id = (e.new_values->>'closed')::int
       and e.new_values ? 'language' and u.language is not distinct from closed.language`);
  await tx.execute(sql`
    update invitation_links l
       set replaced_at = case when l.replaced_at is null then ${now.toISOString()}::timestamptz end
      from ${historyChanges} c, ${event}
       and c.entry_id = e.entry_id and c.record_kind = 'invitation' and c.what = 'changed'
       and c.record_id = l.invitation_id and (l.replaced_at is null or l.replaced_at = (e.new_values->>'links_ended')::timestamptz)`);
  const { rows } = await tx.execute<{ kept: number; closed: number }>(
    sql`select e.record_id as kept, (e.new_values->>'closed')::int as closed from ${event}`,
  );
  for (const { kept, closed } of rows) await lockViews(tx, [kept, closed]);
  const name = sql`case when ${isListed('views_renamed')} then regexp_replace(v.name, ' \\(\\d+\\)$', '') else v.name end`;
  await tx.execute(sql`
    update saved_views v set user_id = (e.new_values->>'closed')::int, name = ${name} from ${event}
       and ${isListed('views')} and v.user_id = e.record_id
       and not exists (select from saved_views o where o.user_id = (e.new_values->>'closed')::int
                        and o.path = v.path and lower(o.name) = lower(${name}))`);
}

/** Activates users. Administrator's rights do not return, since they need an administrator's invitation. */
export async function activateUsers(tx: ChangeTx, ids: readonly number[], now: Date) {
  await tx.execute(sql`
    update users set is_active = true, is_superuser = false, merged_into = null, updated_at = ${now.toISOString()}::timestamptz
     where id = any(${intArray(ids)}) and not is_active`);
}

/** Queues mails that were still queued when their invitation was deleted. Returns their number. */
export async function queueUnsentMails(tx: ChangeTx, ids: readonly number[], now: Date) {
  const { rowCount } = await tx.execute(sql`
    insert into mail_queue (invitation_id, next_attempt_at, created_at)
    select id, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz from invitations
     where id = any(${intArray(ids)}) and mail_state = 'queued'`);
  return rowCount ?? 0;
}

/** Marks an import as not undone after its rows were restored, so that it can be undone again. */
export async function unmarkUndone(tx: ChangeTx, importId: number, restored: number) {
  await tx.execute(sql`
    update ${bulkImports} set undone_at = null, undone_by = null,
           removed_count = nullif(greatest(removed_count - ${restored}, 0), 0)
     where id = ${importId}`);
  await tx.execute(sql`select link_history_to_import(${importId}::int)`);
}

/** True if the record exists. A person must also be active. */
export async function recordExists(db: Db, kind: RecordKind, id: number): Promise<boolean> {
  const active = kind === 'user' ? sql`is_active` : sql`true`;
  const { rowCount } = await db.execute(
    sql`select from ${tableOf(kind)} where id = ${id} and ${active}`,
  );
  return rowCount !== 0;
}
