import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ApartmentCreate, ApartmentListQuery, ApartmentUpdate } from '~/contract/apartment';
import { apartmentFields } from '~/contract/apartment-fields';
import { writableNames } from '~/contract/fields';
import { NO_PARKING } from '~/contract/parking';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { columnsIn, pickColumns } from '../db/field-columns';
import { preparedJson } from '../db/json';
import { apartments, condos, userCondoAssociations } from '../db/schema';
import { contains } from '../db/search';
import { versionOf } from '../db/table-changes.repo';
import type { JsonList } from '../http/json-list';

const columns = {
  id: apartments.id,
  ...pickColumns(apartments, writableNames(apartmentFields)),
  has_parking: sql<boolean>`coalesce(${apartments.parking_spot_number} <> ${NO_PARKING}, false)`,
};

export type ApartmentRow = NonNullable<Awaited<ReturnType<typeof findApartment>>>;

/** Enough for every building: the lists that people look at are one query. */
const BATCH_ROWS = 2_000;

/** An apartment as the wire has it. */
const wireColumns = sql`
  ${apartments.id}, ${columnsIn(apartments, writableNames(apartmentFields))},
  ${columns.has_parking} as has_parking`;

/** What the list is read from: it is sorted by the buildings' names. */
export const APARTMENT_LIST_TABLES = ['apartments', 'condos'] as const;

/** A list, and the version of its tables when its first query was read. */
type VersionedList = JsonList & { version: string | null };

/** By number in natural order (2 before 10). */
const listOfCondo = preparedJson('apartments_of_condo', {
  tables: APARTMENT_LIST_TABLES,
  rows: sql`
    select ${wireColumns}
      from ${apartments}
     where ${apartments.condo_id} = ${sql.placeholder('condoId')}
     order by ${apartments.apartment_number}, ${apartments.id}
     limit ${sql.placeholder('limit')}`,
});

/**
 * The response of GET /admin/apartments, by building and number. The first query settles which apartments are in the list
 * and in which order; those after the first `batchRows` follow in batches. Each batch is a query of its own, so a slow
 * client keeps no connection, and has the apartments as they are when it is read, without those deleted since.
 */
export async function listApartmentsJson(
  db: Db,
  query: ApartmentListQuery,
  batchRows = BATCH_ROWS,
): Promise<VersionedList> {
  const { condo_id: condoId } = query;
  const search = contains(apartments.search_text, query.search);
  if (condoId !== undefined && search === undefined) {
    const { rows, version } = await listOfCondo(db, { condoId, limit: batchRows + 1 });
    if (rows.length <= batchRows) return { first: rows.join(','), rest: null, version };
  }
  const filter = and(search, condoId === undefined ? undefined : eq(apartments.condo_id, condoId));
  const { first, rest, version } = await startList(db, filter ?? sql`true`, batchRows);
  return { first, rest: rest.length > 0 ? readBatches(db, rest) : null, version };
}

interface ListStart extends Record<string, unknown> {
  first: string | null;
  rest: string[];
  version: string | null;
}

/** The first rows and the version, and the ids of all others in batches, each as PostgreSQL writes an array. */
async function startList(db: Db, filter: SQL, batchRows: number) {
  const { rows } = await db.execute<ListStart>(sql`
    with list as materialized (
      select coalesce(
               array_agg(${apartments.id}
                 order by ${condos.name}, ${condos.id}, ${apartments.apartment_number}, ${apartments.id}),
               '{}') as ids
        from ${apartments} join ${condos} on ${condos.id} = ${apartments.condo_id}
       where ${filter})
    select (${rowsOf(sql`ids[1 : ${batchRows}]`)}) as first,
           array(select ids[n : n + ${batchRows} - 1]::text
                   from generate_series(${batchRows} + 1, cardinality(ids), ${batchRows}) n) as rest,
           ${versionOf(APARTMENT_LIST_TABLES)} as version
      from list`);
  const [list] = rows;
  if (!list) throw new Error('The list has no row');
  return { ...list, first: list.first ?? '' };
}

async function* readBatches(db: Db, batches: readonly string[]): AsyncGenerator<string> {
  for (const ids of batches) {
    const { rows } = await db.execute<{ json: string | null }>(rowsOf(sql`${ids}::int[]`));
    const json = rows[0]?.json ?? null;
    if (json !== null) yield json;
  }
}

/** The apartments with these ids in their order, as JSON. `offset 0` has each looked up, where a join would read them all. */
function rowsOf(ids: SQL): SQL {
  return sql`
    select string_agg(json, ',' order by position) as json
      from unnest(${ids}) with ordinality wanted (id, position)
     cross join lateral (
       select row_to_json(wire)::text as json
         from (select ${wireColumns} from ${apartments} where ${apartments.id} = wanted.id) wire
       offset 0) found`;
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
