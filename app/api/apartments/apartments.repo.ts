import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ApartmentCreate, ApartmentListQuery, ApartmentUpdate } from '~/contract/apartment';
import { apartmentFields } from '~/contract/apartment-fields';
import { writableNames } from '~/contract/fields';
import { NO_PARKING } from '~/contract/parking';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { columnsIn, pickColumns } from '../db/field-columns';
import { preparedJson, selectJson } from '../db/json';
import { apartments, condos, userCondoAssociations } from '../db/schema';
import { contains } from '../db/search';

const columns = {
  id: apartments.id,
  ...pickColumns(apartments, writableNames(apartmentFields)),
  has_parking: sql<boolean>`coalesce(${apartments.parking_spot_number} <> ${NO_PARKING}, false)`,
};

export type ApartmentRow = NonNullable<Awaited<ReturnType<typeof findApartment>>>;

/** By building, then by number in natural order (2 before 10). */
function wireRows(filter: SQL): SQL {
  return sql`
    select ${apartments.id}, ${columnsIn(apartments, writableNames(apartmentFields))},
           ${columns.has_parking} as has_parking
      from ${apartments} join ${condos} on ${condos.id} = ${apartments.condo_id}
     where ${filter}
     order by ${condos.name}, ${condos.id}, ${apartments.apartment_number}, ${apartments.id}`;
}

const listOfCondo = preparedJson(
  'apartments_of_condo',
  wireRows(eq(apartments.condo_id, sql.placeholder('condoId'))),
);

/** The response of GET /admin/apartments as JSON text. */
export function listApartmentsJson(db: Db, query: ApartmentListQuery): Promise<string> {
  const { condo_id: condoId } = query;
  const search = contains(apartments.search_text, query.search);
  if (condoId !== undefined && search === undefined) return listOfCondo(db, { condoId });
  const filter = and(search, condoId === undefined ? undefined : eq(apartments.condo_id, condoId));
  return selectJson(db, wireRows(filter ?? sql`true`));
}

export async function findApartment(db: Db, id: number) {
  const [row] = await db.select(columns).from(apartments).where(eq(apartments.id, id));
  return row ?? null;
}

/** The apartment, locked until the transaction ends: no one else changes or deletes it, or adds associations. */
export async function lockApartment(db: Db, id: number): Promise<ApartmentRow | null> {
  const [row] = await db
    .select(columns)
    .from(apartments)
    .where(eq(apartments.id, id))
    .for('update');
  return row ?? null;
}

export async function insertApartment(
  db: ChangeTx,
  apartment: ApartmentCreate,
  now: Date,
): Promise<ApartmentRow> {
  const [row] = await db
    .insert(apartments)
    .values({ ...apartment, created_at: now, updated_at: now })
    .returning(columns);
  if (!row) throw new Error('The new apartment has no row');
  return row;
}

export async function updateApartment(
  db: ChangeTx,
  id: number,
  changes: ApartmentUpdate,
  now: Date,
): Promise<ApartmentRow> {
  const [row] = await db
    .update(apartments)
    .set({ ...changes, updated_at: now })
    .where(eq(apartments.id, id))
    .returning(columns);
  if (!row) throw new Error('The apartment disappeared while it was locked');
  return row;
}

export async function apartmentHasPeople(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: userCondoAssociations.id })
    .from(userCondoAssociations)
    .innerJoin(
      apartments,
      and(
        eq(apartments.id, userCondoAssociations.apartment_id),
        // The index of the associations starts with the building.
        eq(apartments.condo_id, userCondoAssociations.condo_id),
      ),
    )
    .where(eq(apartments.id, id))
    .limit(1);
  return found.length > 0;
}

/** Deletes the apartment and its invitations. */
export async function deleteApartment(db: ChangeTx, id: number): Promise<void> {
  await db.delete(apartments).where(eq(apartments.id, id));
}
