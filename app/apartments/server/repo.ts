import { eq, sql } from 'drizzle-orm';
import type { ApartmentCreate, ApartmentListQuery, ApartmentUpdate } from '~/apartments/schema';
import { apartmentFields, NO_PARKING } from '~/apartments/fields';
import { writableNames } from '~/fields/fields';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { naturalOrder } from '~/platform/database/schema/columns';
import { columnsIn, pickColumns } from '~/platform/database/schema/field-columns';
import { oneRow, finds } from '~/platform/database/sql';
import { apartments, condos } from '~/platform/database/schema/records';
import { deleteEnded } from '~/platform/database/tenancies.repo';
import { unpagedList, type UnpagedList } from '~/rpc/embedded/unpaged-list';

const columns = {
  id: apartments.id,
  ...pickColumns(apartments, writableNames(apartmentFields)),
  has_parking: sql<boolean>`coalesce(${apartments.parking_spot_number} <> ${NO_PARKING}, false)`,
};

export type ApartmentRow = NonNullable<Awaited<ReturnType<typeof findApartment>>>;

/** By number in natural order (2 before 10); all of them by the names of their buildings. */
const SOURCE = {
  tables: ['apartments', 'condos'] as const,
  columns: sql`
    ${apartments.id}, ${columnsIn(apartments, writableNames(apartmentFields))},
    ${columns.has_parking} as has_parking`,
  from: sql`${apartments}`,
  id: apartments.id,
  filter: sql`${apartments.condo_id} = ${sql.placeholder('condoId')}`,
  order: sql`${apartments.apartment_number}, ${apartments.id}`,
};

const ofCondo = unpagedList(SOURCE, 'apartments_of_condo');

/** The list of GET /admin/apartments, by building and number; of one building with `condoId`. */
export function apartmentList({ condo_id: condoId, search }: ApartmentListQuery): UnpagedList {
  const matchesSearch = finds([apartments.search_text], search);
  if (condoId !== undefined) {
    return matchesSearch === undefined
      ? ofCondo
      : unpagedList({ ...SOURCE, filter: sql`${SOURCE.filter} and ${matchesSearch}` });
  }
  return unpagedList({
    ...SOURCE,
    from: sql`${apartments} join ${condos} on ${condos.id} = ${apartments.condo_id}`,
    filter: matchesSearch ?? sql`true`,
    order: sql`${naturalOrder(condos.name)}, ${condos.id}, ${SOURCE.order}`,
  });
}

/** `locked`: until the transaction ends no one else changes or deletes it, or adds associations. */
export async function findApartment(db: Db, id: number, { locked = false } = {}) {
  const query = db.select(columns).from(apartments).where(eq(apartments.id, id));
  const [row] = await (locked ? query.for('update') : query);
  return row ?? null;
}

export async function insertApartment(
  db: ChangeTx,
  apartment: ApartmentCreate,
  now: Date,
): Promise<ApartmentRow> {
  const values = { ...apartment, created_at: now, updated_at: now };
  return oneRow(await db.insert(apartments).values(values).returning(columns));
}

/** True if another apartment of the building has this number, in whatever way it is written. */
export async function isNumberTaken(
  db: ChangeTx,
  { id, condo_id, apartment_number }: ApartmentRow,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${apartments} where condo_id = ${condo_id} and id <> ${id}
       and equal_key(apartment_number) = equal_key(${apartment_number})`);
  return rowCount !== 0;
}

/** Changes an apartment that is locked. */
export async function updateApartment(
  db: ChangeTx,
  id: number,
  changes: ApartmentUpdate,
  now: Date,
): Promise<ApartmentRow> {
  const values = { ...changes, updated_at: now };
  const updated = db.update(apartments).set(values).where(eq(apartments.id, id));
  return oneRow(await updated.returning(columns));
}

/**
 * Deletes an apartment that is locked, with its invitations and ended associations; false if one is not over
 * on this day.
 */
export async function deleteApartment(
  db: ChangeTx,
  { id, condo_id }: Pick<ApartmentRow, 'id' | 'condo_id'>,
  day: string,
): Promise<boolean> {
  if (!(await deleteEnded(db, { condo_id, apartment_id: id }, day))) return false;
  await db.delete(apartments).where(eq(apartments.id, id));
  return true;
}
