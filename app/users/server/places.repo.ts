import { and, eq } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { apartments, condos } from '~/platform/database/schema/records';

/** Locks a building, which cannot be deleted until the transaction ends; false if it does not exist. */
export async function lockCondo(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: condos.id })
    .from(condos)
    .where(eq(condos.id, id))
    .for('key share');
  return rows.length > 0;
}

/** Locks an apartment in its building until the transaction ends; false if it does not belong there. */
export async function lockApartment(db: Db, condoId: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: apartments.id })
    .from(apartments)
    .where(and(eq(apartments.id, id), eq(apartments.condo_id, condoId)))
    .for('key share');
  return rows.length > 0;
}
