import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { users } from '../db/schema';

/** The account of an address, active or not; addresses are compared without regard to case. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      password_hash: users.password_hash,
      is_active: users.is_active,
      is_superuser: users.is_superuser,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return account ?? null;
}

export async function recordLogin(db: Db, userId: number, now: Date): Promise<void> {
  await db.update(users).set({ last_login: now }).where(eq(users.id, userId));
}

export async function hasSuperuser(db: Db): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.is_superuser, true))
    .limit(1);
  return found.length > 0;
}
