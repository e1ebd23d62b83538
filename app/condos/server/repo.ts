import { eq, gte, lte, or, type SQL, and, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { readCantonFilter, textsOf } from '~/condos/cantons';
import { type Fields, mapNames, namesOf, writableNames } from '~/fields/fields';
import { filtersOf, isTextFilter, type Filter, type FilterParam } from '~/fields/filters';
import {
  columnOf,
  columnsIn,
  isoInstant,
  pickColumns,
} from '~/platform/database/schema/field-columns';
import { naturalOrder } from '~/platform/database/schema/columns';
import { matchesSearch, oneRow } from '~/platform/database/sql';
import type { CondoCreate, CondoListQuery } from '~/condos/schema';
import { condoFields } from '~/condos/fields';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { IMAGE_COLUMNS } from '~/platform/database/schema/history-tables';
import { condos } from '~/platform/database/schema/records';
import { deleteEnded } from '~/users/server/tenancies.repo';
import { unpagedList, type UnpagedList } from '~/rpc/embedded/unpaged-list';
import type { ImageNames } from './images';

type FilterValue = string | number | undefined;

/**
 * Builds the conditions of a list's filters; undefined for an empty or missing value. Texts are compared
 * with the column <field>_search, which search_key() normalizes as findText() does.
 */
export function filterConditions<T extends Fields>(
  table: PgTable,
  fields: T,
): (query: { readonly [Param in FilterParam<T>]?: FilterValue }) => Array<SQL | undefined> {
  const filters = filtersOf(fields).map((filter) => ({
    filter,
    column: columnOf(table, isTextFilter(filter) ? `${filter.field}_search` : filter.field),
  }));
  return (query) =>
    filters.map(({ filter, column }) => condition(filter, column, query[filter.param]));
}

function condition({ kind, end }: Filter, column: AnyPgColumn, value: FilterValue) {
  if (value === undefined || value === '') return undefined;
  if (kind === 'text') return matchesSearch([column], String(value));
  if (kind === 'canton') return ofCanton(column, String(value));
  if (end === null) return eq(column, value);
  return end === 'least' ? gte(column, value) : lte(column, value);
}

function ofCanton(column: AnyPgColumn, text: string): SQL | undefined {
  if (text.trim() === '') return undefined;
  const filter = readCantonFilter(text);
  const ofCantons = sql`${column} = any(${sql.param(textsOf(filter))}::text[])`;
  return filter.words ? or(ofCantons, matchesSearch([column], text)) : ofCantons;
}

export const columns = {
  id: condos.id,
  ...pickColumns(condos, [...writableNames(condoFields), ...IMAGE_COLUMNS]),
  created_at: condos.created_at,
};

export type CondoRow = NonNullable<Awaited<ReturnType<typeof findCondo>>>;

/** A missing field keeps its stored value, null clears it. */
export type CondoChanges = {
  [Name in keyof CondoCreate]?: CondoCreate[Name] | undefined;
} & Partial<ImageNames>;

export type NewCondo = CondoCreate & Partial<ImageNames>;

const conditionsOf = filterConditions(condos, condoFields);

/** Columns that a search of buildings covers. Each word of the search may match another column. */
const SEARCHED = [condos.search_text, condos.city_search, condos.zip_code_search];

const byName = naturalOrder(condos.name);

const ORDERS = {
  id_asc: sql`${condos.id}`,
  id_desc: sql`${condos.id} desc`,
  name_asc: sql`${byName}, ${condos.id}`,
  name_desc: sql`${byName} desc, ${condos.id} desc`,
} as const;

/** The lists of GET /admin/condos. `mediaUrl` precedes each image's name. */
export function condoLists(mediaUrl: string): (query: CondoListQuery) => UnpagedList {
  const source = {
    tables: ['condos'] as const,
    columns: sql`
      ${condos.id}, ${columnsIn(condos, writableNames(condoFields))},
      ${mediaUrl} || ${condos.image_name} as image_url,
      ${mediaUrl} || ${condos.flag_name} as flag_url,
      ${mediaUrl} || ${condos.country_flag_name} as country_flag_url,
      ${isoInstant(condos.created_at)} as created_at`,
    from: sql`${condos}`,
    id: condos.id,
    filter: sql`true`,
  };
  const all = mapNames(namesOf(ORDERS), (order) =>
    unpagedList({ ...source, order: ORDERS[order] }, `condos_by_${order}`),
  );
  return ({ sort_by, sort_order, ...query }) => {
    const order = `${sort_by}_${sort_order}` as const;
    const filter = and(matchesSearch(SEARCHED, query.search), ...conditionsOf(query));
    if (filter === undefined) return all[order];
    return unpagedList({ ...source, filter, order: ORDERS[order] });
  };
}

/**
 * Finds a building; null if it does not exist. `locked`: until the transaction ends no one else can change
 * or delete it, or add associations.
 */
export async function findCondo(db: Db, id: number, { locked = false } = {}) {
  const query = db.select(columns).from(condos).where(eq(condos.id, id));
  const [row] = await (locked ? query.for('update') : query);
  return row ?? null;
}

export async function insertCondo(db: ChangeTx, condo: NewCondo, now: Date): Promise<CondoRow> {
  const values = { ...condo, created_at: now, updated_at: now };
  return oneRow(await db.insert(condos).values(values).returning(columns));
}

/** Changes a building. The caller has locked it. */
export async function updateCondo(db: ChangeTx, id: number, changes: CondoChanges, now: Date) {
  const values = { ...changes, updated_at: now };
  return oneRow(await db.update(condos).set(values).where(eq(condos.id, id)).returning(columns));
}

/**
 * Deletes a locked building with its apartments, invitations and ended associations. Returns false if an
 * association has not ended on this day.
 */
export async function deleteCondo(db: ChangeTx, id: number, day: string): Promise<boolean> {
  if (!(await deleteEnded(db, { condo_id: id }, day))) return false;
  await db.delete(condos).where(eq(condos.id, id));
  return true;
}
