import { eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import { identities } from '../db/account-schema';
import type { Db } from '../db/connect.server';
import { users } from '../db/schema';

/** Whether somebody can sign in to an account: by its password, or by an account of the provider. For statements about users. */
export function hasWayIn(db: Db) {
  const linked = db
    .select({ one: sql`1` })
    .from(identities)
    .where(eq(identities.user_id, users.id));
  return or(isNotNull(users.password_hash), exists(linked));
}
