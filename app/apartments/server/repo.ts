import { and, eq, not, sql } from 'drizzle-orm';
import type { ApartmentCreate, ApartmentListQuery, ApartmentUpdate } from '~/apartments/schema';
import { apartmentFields, NO_PARKING } from '~/apartments/fields';
import { writableNames } from '~/fields/fields';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { naturalOrder } from '~/platform/database/schema/columns';
import { columnsIn, pickColumns } from '~/platform/database/schema/field-columns';
import { matchesSearch, oneRow } from '~/platform/database/sql';
import { apartments, condos, userCondoAssociations } from '~/platform/database/schema/records';
import { deleteEnded, isCurrent, isResident } from '~/users/server/tenancies.repo';
import { unpagedList, type UnpagedList } from '~/rpc/embedded/unpaged-list';

export const columns = {
  id: apartments.id,
  ...pickColumns(apartments, writableNames(apartmentFields)),
  has_parking: sql<boolean>`coalesce(${apartments.parking_spot_number} <> ${NO_PARKING}, false)`,
};

export type ApartmentRow = NonNullable<Awaited<ReturnType<typeof findApartment>>>;

/** SQL of one building's list, by apartment number in natural order (2 before 10). */
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

/** The list of GET /admin/apartments. People are counted by their state on `day`. */
export function apartmentList(query: ApartmentListQuery, day: string): UnpagedList {
  const { condo_id, ...others } = query;
  const isNarrow = Object.values(others).some((value) => value !== undefined && value !== '');
  if (condo_id !== undefined && !isNarrow) return ofCondo;
  const tables = isByPeople(query) ? PEOPLED : SOURCE.tables;
  return unpagedList({ ...SOURCE, ...narrowed(query, day), tables });
}

const PEOPLED = [...SOURCE.tables, 'user_condo_associations'] as const;

/** True if the filters depend on people. */
export function isByPeople({ role, vacant_on }: ApartmentListQuery): boolean {
  return Boolean(role) || vacant_on !== undefined;
}

const SORTED = {
  condo_name: naturalOrder(condos.name),
  apartment_number: apartments.apartment_number,
  floor_number: apartments.floor_number,
  bedrooms: apartments.bedrooms,
  sqmt: apartments.sqmt,
};

/**
 * Builds FROM, WHERE and ORDER BY of a query. `vacant_on` selects apartments without owner and renter, or
 * without the named role.
 */
export function narrowed(query: ApartmentListQuery, day: string) {
  const { condo_id, search, floor, role, vacant_on, sort_by = 'condo_name' } = query;
  const { condo_id: condoId, apartment_id, role: hasRole } = userCondoAssociations;
  const someone = sql`exists (select from ${userCondoAssociations} where ${and(
    eq(condoId, apartments.condo_id),
    eq(apartment_id, apartments.id),
    role ? eq(hasRole, role) : isResident('user_condo_associations'),
    isCurrent(vacant_on ?? day),
  )})`;
  const direction = query.sort_order === 'desc' ? sql`desc nulls last` : sql`asc`;
  return {
    from: sql`${apartments} join ${condos} on ${condos.id} = ${apartments.condo_id}`,
    filter:
      and(
        matchesSearch([apartments.search_text], search),
        condo_id === undefined ? undefined : eq(apartments.condo_id, condo_id),
        floor === undefined ? undefined : eq(apartments.floor_number, floor),
        isByPeople(query) ? (vacant_on === undefined ? someone : not(someone)) : undefined,
      ) ?? sql`true`,
    order: sql`${SORTED[sort_by]} ${direction}, ${SORTED.condo_name}, ${condos.id}, ${SOURCE.order}`,
  };
}

/**
 * Finds an apartment. `locked`: until the transaction ends no one else can change or delete it, or add
 * associations.
 */
export async function findApartment(db: Db, id: number, { locked = false } = {}) {
  const query = db.select(columns).from(apartments).where(eq(apartments.id, id));
  const [row] = await (locked ? query.for('update') : query);
  return row ?? null;
}

export async function insertApartment(db: ChangeTx, apartment: ApartmentCreate, now: Date) {
  const values = { ...apartment, created_at: now, updated_at: now };
  return oneRow(await db.insert(apartments).values(values).returning(columns));
}

/** True if another apartment of the building has this number, in any spelling. */
export async function isNumberTaken(
  db: ChangeTx,
  { id, condo_id, apartment_number }: ApartmentRow,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${apartments} where condo_id = ${condo_id} and id <> ${id}
       and equal_key(apartment_number) = equal_key(${apartment_number})`);
  return rowCount !== 0;
}

/** Changes an apartment. The caller has locked it. */
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
 * Deletes a locked apartment with its invitations and ended associations. Returns false if an association
 * has not ended on this day.
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
