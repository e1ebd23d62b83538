import { and, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import { identities } from '../db/account-schema';
import type { Db } from '../db/connect.server';
import { users } from '../db/schema';

/**
 * Whether somebody can sign in to an account: by its password, or by an account of the provider. For statements about users.
 * @param issuer that of the settings, null without one: accounts of a former provider sign nobody in. Undefined: any
 */
export function hasWayIn(db: Db, issuer?: string | null) {
  if (issuer === null) return isNotNull(users.password_hash);
  const linked = db
    .select({ one: sql`1` })
    .from(identities)
    .where(
      and(
        eq(identities.user_id, users.id),
        issuer === undefined ? undefined : eq(identities.issuer, issuer),
      ),
    );
  return or(isNotNull(users.password_hash), exists(linked));
}
