import { sql, type SQL } from 'drizzle-orm';
import { historyChanges } from '../db/history-schema';

/*
 * An entry can bring back records that it deleted, and people whom it deactivated. Neither an invitation that was
 * accepted, which has done its work, nor one to become an administrator, as its links give rights, nor someone erased.
 */

/** Whether this change of a record (an alias of history_changes) took it away. */
export function tookAway(change: SQL): SQL {
  return sql`coalesce(${change}.old_values is not null and case ${change}.record_kind
    when 'user' then ${change}.what = 'changed' and ${change}.old_values->'is_active' = 'true'
      and not exists (select from users where id = ${change}.record_id and erased_at is not null)
    when 'invitation' then ${change}.what = 'deleted' and ${change}.old_values->>'status' = 'pending'
      and jsonb_typeof(${change}.old_values->'email') = 'string'
    when 'administrator_invitation' then false
    else ${change}.what = 'deleted' end, false)`;
}

/** Whether it did so last: what was restored since is not restored again from here. */
export function isGoneSince(change: SQL): SQL {
  return sql`not exists (
    select from ${historyChanges} later
     where later.record_kind = ${change}.record_kind and later.record_id = ${change}.record_id
       and later.id > ${change}.id
       and (later.record_kind <> 'user' or later.old_values ? 'is_active'))`;
}
