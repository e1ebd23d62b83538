import { sql } from 'drizzle-orm';
import type { ActorKind, HistoryAction, RecordKind } from '~/history/schema';
import { currentRequestId } from '~/platform/request-context.server';
import type { Db } from './connect.server';
import { toJsonbText } from './sql';
import { IMPORT_STATEMENT_LIMIT_MS, longTransaction } from './time-limits.server';

/** The person or program that changes something. */
export interface Actor {
  kind: ActorKind;
  /** The user, if signed in. */
  userId?: number;
  /** Name in the history, by default the user's. */
  name?: string;
}

/** The actor of changes that no person makes. */
export const SYSTEM: Actor = { kind: 'system', name: 'Condo Admin' };

/** Describes a change before it is made, for the history. */
export interface Change {
  actor: Actor;
  action: HistoryAction;
  /**
   * The record of the history entry, by default the first one written. `name` is for entries without
   * changes.
   */
  record?: { kind: RecordKind; id?: number; name?: string | null };
}

/** A transaction whose changes are recorded with their actor. Functions that write records take one. */
export type ChangeTx = Db & { readonly change: Change };

/**
 * Runs `work` in a transaction, for whose changes the history names the actor and action of `change`.
 * Without changes it leaves no entry. `isLong` gives statements the time limit of an import.
 */
export function recordChange<T>(
  db: Db,
  change: Change,
  work: (tx: ChangeTx) => Promise<T>,
  { isLong = false } = {},
): Promise<T> {
  const recorded = async (tx: Db) => {
    await tx.execute(sql`select set_config('condo_admin.change', ${toSetting(change)}, true)`);
    return work(Object.assign(tx, { change }));
  };
  return isLong
    ? longTransaction(db, IMPORT_STATEMENT_LIMIT_MS, recorded)
    : db.transaction(recorded);
}

/** Records an event that changes no field of a record. `values` has the details. */
export async function recordEvent(
  tx: ChangeTx,
  what: HistoryAction,
  record: { kind: RecordKind; id: number },
  values: Readonly<Record<string, string>> | null = null,
): Promise<void> {
  const details = values && toJsonbText(values);
  await tx.execute(
    sql`select record_event(${what}, ${record.kind}, ${record.id}::int, ${details}::jsonb)`,
  );
}

/** Writes the change for history_entry() in the database, which reads these keys. */
function toSetting({ actor, action, record }: Change): string {
  return toJsonbText({
    actor_kind: actor.kind,
    actor_id: actor.userId,
    actor_name: actor.name,
    action,
    request_id: currentRequestId(),
    record_kind: record?.kind,
    record_id: record?.id,
    record_name: record?.name ?? undefined,
  });
}
