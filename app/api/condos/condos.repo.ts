import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { CondoCreate, CondoListQuery } from '~/contract/condo';
import { condoFields } from '~/contract/condo-fields';
import { writableNames } from '~/contract/fields';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { columnsIn, isoInstant, pickColumns } from '../db/field-columns';
import { filterConditions } from '../db/filters';
import { condos, userCondoAssociations } from '../db/schema';
import { contains } from '../db/search';
import { unpagedList, type UnpagedList } from '../db/unpaged-list';
import type { ImageNames } from './condo-images';

const IMAGE_COLUMNS = {
  image_name: condos.image_name,
  flag_name: condos.flag_name,
  country_flag_name: condos.country_flag_name,
};

const columns = {
  id: condos.id,
  ...pickColumns(condos, writableNames(condoFields)),
  ...IMAGE_COLUMNS,
  created_at: condos.created_at,
};

export type CondoRow = NonNullable<Awaited<ReturnType<typeof findCondo>>>;

/** A missing field keeps its stored value, null clears it. */
export type CondoChanges = {
  [Name in keyof CondoCreate]?: CondoCreate[Name] | undefined;
} & Partial<ImageNames>;

/** A new building: the wire's optional fields may be missing. */
export type NewCondo = CondoCreate & Partial<ImageNames>;

const conditionsOf = filterConditions(condos, condoFields);

const ORDERS = {
  id: { asc: sql`${condos.id}`, desc: sql`${condos.id} desc` },
  name: {
    asc: sql`${condos.name}, ${condos.id}`,
    desc: sql`${condos.name} desc, ${condos.id} desc`,
  },
} as const;

/** What the list is read from. */
export const CONDO_LIST_TABLES = ['condos'] as const;

/** The lists of GET /admin/condos. `mediaUrl` is the prefix of each image's name. */
export function condoLists(mediaUrl: string): (query: CondoListQuery) => UnpagedList {
  const listOf = (order: SQL, filter: SQL, name?: string) =>
    unpagedList(
      {
        tables: CONDO_LIST_TABLES,
        columns: sql`
          ${condos.id}, ${columnsIn(condos, writableNames(condoFields))},
          ${mediaUrl} || ${condos.image_name} as image_url,
          ${mediaUrl} || ${condos.flag_name} as flag_url,
          ${mediaUrl} || ${condos.country_flag_name} as country_flag_url,
          ${isoInstant(condos.created_at)} as created_at`,
        from: sql`${condos}`,
        id: condos.id,
        filter,
        order,
      },
      name,
    );
  const all = (name: string, order: SQL) => listOf(order, sql`true`, name);
  const lists = {
    id: {
      asc: all('condos_by_id', ORDERS.id.asc),
      desc: all('condos_by_id_desc', ORDERS.id.desc),
    },
    name: {
      asc: all('condos_by_name', ORDERS.name.asc),
      desc: all('condos_by_name_desc', ORDERS.name.desc),
    },
  };
  return ({ sort_by: by, sort_order: order, ...query }) => {
    const filter = and(contains(condos.search_text, query.search), ...conditionsOf(query));
    return filter === undefined ? lists[by][order] : listOf(ORDERS[by][order], filter);
  };
}

export async function findCondo(db: Db, id: number) {
  const [row] = await db.select(columns).from(condos).where(eq(condos.id, id));
  return row ?? null;
}

/** The building, locked until the transaction ends: no one else changes or deletes it, or adds associations. */
export async function lockCondo(db: Db, id: number): Promise<CondoRow | null> {
  const [row] = await db.select(columns).from(condos).where(eq(condos.id, id)).for('update');
  return row ?? null;
}

export async function insertCondo(db: ChangeTx, condo: NewCondo, now: Date): Promise<CondoRow> {
  const [row] = await db
    .insert(condos)
    .values({ ...condo, created_at: now, updated_at: now })
    .returning(columns);
  if (!row) throw new Error('The new building has no row');
  return row;
}

export async function updateCondo(
  db: ChangeTx,
  id: number,
  changes: CondoChanges,
  now: Date,
): Promise<CondoRow> {
  const [row] = await db
    .update(condos)
    .set({ ...changes, updated_at: now })
    .where(eq(condos.id, id))
    .returning(columns);
  if (!row) throw new Error('The building disappeared while it was locked');
  return row;
}

/** Whether the building or one of its apartments has associations: an association names both. */
export async function condoHasPeople(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: userCondoAssociations.id })
    .from(userCondoAssociations)
    .where(eq(userCondoAssociations.condo_id, id))
    .limit(1);
  return found.length > 0;
}

/** Deletes the building with its apartments and invitations. */
export async function deleteCondo(db: ChangeTx, id: number): Promise<void> {
  await db.delete(condos).where(eq(condos.id, id));
}
