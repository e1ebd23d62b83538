import { eq } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { users } from '~/platform/database/schema/records';

/** Locks an account until the transaction ends. Changes of factors and links take this lock first. */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
