import { isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from './connect.server';
import { oneRow } from './sql';
import { installation } from '~/platform/database/schema/operations';

/** Returns the id of this installation, created with the first call. It is not part of an export. */
export async function getInstallationId(db: Db): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  return oneRow(await db.select({ id: installation.id }).from(installation)).id;
}

/**
 * Returns the place of the images as text. Stores `place` if none is stored yet, or if it is known to be
 * this database's.
 */
export async function settleImagePlace(db: Db, place: string, isKnown: boolean): Promise<string> {
  await db
    .update(installation)
    .set({ image_place: place })
    .where(
      or(
        isNull(installation.image_place),
        isKnown ? ne(installation.image_place, place) : undefined,
      ),
    );
  const [row] = await db.select({ place: installation.image_place }).from(installation);
  return row?.place ?? place;
}

/** Reads the installation id without creating one. */
export async function findInstallationId(db: Db): Promise<string | null> {
  const table = await db.execute(sql`select where to_regclass('public.installation') is not null`);
  if (table.rowCount === 0) return null;
  const [row] = await db.select({ id: installation.id }).from(installation);
  return row?.id ?? null;
}
