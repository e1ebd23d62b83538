import { and, eq, sql } from 'drizzle-orm';
import type { CondoCreate, CondoListQuery } from '~/condos/condo';
import { condoFields } from '~/condos/condo-fields';
import { mapNames, namesOf, writableNames } from '~/fields/fields';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { columnsIn, isoInstant, pickColumns } from '~/platform/database/schema/field-columns';
import { filterConditions } from './filter-conditions';
import { IMAGE_COLUMNS } from '~/platform/database/schema/history-tables';
import { oneRow } from '~/platform/database/one-row';
import { condos, userCondoAssociations } from '~/platform/database/schema/records';
import { contains } from '~/platform/database/search';
import { unpagedList, type UnpagedList } from '~/rpc/embedded/unpaged-list';
import type { ImageNames } from './condo-images';

const columns = {
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

const ORDERS = {
  id_asc: sql`${condos.id}`,
  id_desc: sql`${condos.id} desc`,
  name_asc: sql`${condos.name}, ${condos.id}`,
  name_desc: sql`${condos.name} desc, ${condos.id} desc`,
} as const;

/** The lists of GET /admin/condos. `mediaUrl` is the prefix of each image's name. */
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
    const filter = and(contains(condos.search_text, query.search), ...conditionsOf(query));
    if (filter === undefined) return all[order];
    return unpagedList({ ...source, filter, order: ORDERS[order] });
  };
}

/** `locked`: until the transaction ends no one else changes or deletes it, or adds associations. */
export async function findCondo(db: Db, id: number, { locked = false } = {}) {
  const query = db.select(columns).from(condos).where(eq(condos.id, id));
  const [row] = await (locked ? query.for('update') : query);
  return row ?? null;
}

export async function insertCondo(db: ChangeTx, condo: NewCondo, now: Date): Promise<CondoRow> {
  const values = { ...condo, created_at: now, updated_at: now };
  return oneRow(await db.insert(condos).values(values).returning(columns));
}

/** Changes a building that is locked. */
export async function updateCondo(
  db: ChangeTx,
  id: number,
  changes: CondoChanges,
  now: Date,
): Promise<CondoRow> {
  const values = { ...changes, updated_at: now };
  return oneRow(await db.update(condos).set(values).where(eq(condos.id, id)).returning(columns));
}

/** Deletes the building with its apartments and invitations; false if there are associations. */
export async function deleteCondo(db: ChangeTx, id: number): Promise<boolean> {
  const { rowCount } = await db.delete(condos).where(sql`
    ${condos.id} = ${id} and not exists (select from ${userCondoAssociations} where condo_id = ${id})`);
  return rowCount === 1;
}
