import { eq } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { users } from '../db/schema';

/** Until the transaction ends nobody else changes this account, its factors or its links: every such change locks it first. */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
