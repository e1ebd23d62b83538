import { sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { sentence } from '~/language/sentence';
import { apartments, condos } from '~/platform/database/schema/records';
import { invalidField } from '~/rpc/embedded/api-error';
import type { Home } from './associations.repo';

/**
 * Locks a building until the transaction ends, so that it cannot be deleted. Returns false if it does not
 * exist.
 */
export async function lockCondo(db: Db, id: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${condos} where id = ${id} for key share`);
  return rowCount !== 0;
}

/**
 * Locks an apartment in its building until the transaction ends. Returns false if it does not belong there.
 */
export async function lockApartment(db: Db, condoId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${apartments} where id = ${id} and condo_id = ${condoId} for key share`);
  return rowCount !== 0;
}

/** Locks building and apartment, in the same order as all writers. @throws ApiError 422 */
export async function lockHome(tx: Db, { condo_id, apartment_id }: Home): Promise<void> {
  if (!(await lockCondo(tx, condo_id)))
    throw invalidField('condo_id', sentence('what_not_found', { what: 'Building' }));
  if (apartment_id !== null && !(await lockApartment(tx, condo_id, apartment_id))) {
    throw invalidField('apartment_id', 'apartment_elsewhere');
  }
}
