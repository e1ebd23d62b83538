import { sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';

/** Most saved views of one person. Nobody could find one among more. */
export const VIEWS_LIMIT = 500;

/** First part of the advisory locks by which the views of a person change one after another. */
const VIEWS_LOCK = 1_986_225_011;

/** Locks the views of these people: until the transaction ends no one else adds or renames one. */
export async function lockViews(tx: Db, userIds: readonly number[]): Promise<void> {
  // In the order of ids, so that of two merges of the same people one waits for the other.
  for (const id of userIds.toSorted((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${VIEWS_LOCK}::int, ${id}::int)`);
}
