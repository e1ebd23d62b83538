import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { type ChangeTx, recordChange } from '~/platform/database/record-change';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import { associationCalls } from '~/users/calls';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { notFound } from '~/rpc/embedded/api-error';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';

/** A building, or one apartment of it. */
export interface Home {
  condo_id: number;
  apartment_id: number | null;
}

/** True if the account of an address has an association with this building and apartment, in any role. */
export async function hasAssociation(db: Db, email: string, home: Home): Promise<boolean> {
  const rows = await db
    .select({ id: userCondoAssociations.id })
    .from(userCondoAssociations)
    .innerJoin(users, eq(users.id, userCondoAssociations.user_id))
    .where(
      and(
        sameEmail(users.email, email),
        eq(userCondoAssociations.condo_id, home.condo_id),
        sql`${userCondoAssociations.apartment_id} is not distinct from ${home.apartment_id}::int`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Adds an association; an existing one gets the new role. */
export async function saveAssociation(
  db: ChangeTx,
  association: Home & { user_id: number; role: string },
  now: Date,
): Promise<void> {
  await db
    .insert(userCondoAssociations)
    .values({ ...association, created_at: now })
    .onConflictDoUpdate({
      target: [
        userCondoAssociations.user_id,
        userCondoAssociations.condo_id,
        userCondoAssociations.apartment_id,
      ],
      set: { role: association.role },
    });
}

export function associationRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), associationCalls, {
    async delete(c) {
      const change = { actor: administratorOf(c), action: 'removed' } as const;
      const isAsked = eq(userCondoAssociations.id, c.req.valid('param').id);
      const { rowCount } = await recordChange(deps.db, change, (tx) =>
        tx.delete(userCondoAssociations).where(isAsked),
      );
      if (rowCount === 0) throw notFound('Association');
    },
  });
}
