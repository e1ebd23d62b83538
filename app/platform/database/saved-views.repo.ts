import { sql } from 'drizzle-orm';
import type { Db } from './connect.server';

/** Saved views of one person: more than anybody finds one in. */
export const VIEWS_LIMIT = 500;

/** First part of the advisory locks that let the views of a person change one after another. */
const VIEWS_LOCK = 1_986_225_011;

/** Until the transaction ends no one else adds or renames views of these people. */
export async function lockViews(tx: Db, userIds: readonly number[]): Promise<void> {
  // By their ids, so that of two merges of the same people one waits for the other.
  for (const id of userIds.toSorted((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${VIEWS_LOCK}::int, ${id}::int)`);
}
