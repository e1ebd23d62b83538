import { and, eq, sql } from 'drizzle-orm';
import { occupancyCalls } from '~/apartments/calls';
import { apartmentFields } from '~/apartments/fields';
import type { OccupancyQuery } from '~/apartments/schema';
import { associationFields } from '~/users/fields';
import { findTenanciesIn } from '~/users/server/associations.repo';
import { selectPage, USER_LIST_TABLES } from '~/users/server/user-page';
import type { Db } from '~/platform/database/connect.server';
import {
  apartments,
  condos,
  userCondoAssociations as associations,
} from '~/platform/database/schema/records';
import { intArray, oneRow, pagePlace } from '~/platform/database/sql';
import { daysOf, isNotOver } from '~/users/server/tenancies.repo';
import { unlessKnown } from '~/rpc/embedded/answer-list';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { columns, narrowed } from './repo';

/** /admin/occupancy (docs/behaviour/apartments.md, "Table"). */
export function occupancyRoutes(deps: ApiDeps) {
  const { db } = deps;
  return serveCalls(createRouter(), occupancyCalls, {
    list(c) {
      const query = c.req.valid('query');
      const day = query.vacant_on ?? todayOf(deps);
      const of = [apartmentFields, associationFields, query, day];
      return unlessKnown(c, { db, tables: USER_LIST_TABLES, of }, async () => {
        const { ids, version, ...pagination } = await findPage(db, query, day);
        const [rows, tenancies] = await Promise.all([
          findRows(db, ids),
          findTenanciesIn(db, ids, day),
        ]);
        const byApartment = Map.groupBy(tenancies, ({ apartment_id }) => apartment_id);
        const data = rows.map((row) =>
          Object.assign(row, { tenancies: byApartment.get(row.id) ?? [] }),
        );
        return { response: c.json({ data, pagination }), version };
      });
    },
    ended: (c) => countEnded(db, c.req.valid('query').ids, todayOf(deps)),
  });
}

/** Counts the associations of apartments whose associations have all ended. */
async function countEnded(db: Db, ids: string, day: string) {
  const isHome = and(
    eq(associations.condo_id, apartments.condo_id),
    eq(associations.apartment_id, apartments.id),
  );
  const rows = db
    .select({ count: sql<number>`count(*)::int` })
    .from(apartments)
    .innerJoin(associations, isHome)
    .where(
      sql`${apartments.id} = any(string_to_array(${ids}, ',')::int[]) and not exists (
        select from ${associations} o where o.condo_id = ${apartments.condo_id}
           and o.apartment_id = ${apartments.id} and ${isNotOver(day, daysOf('o'))})`,
    );
  return oneRow(await rows);
}

/**
 * Selects the ids of a page and counts all rows. The version was read before, so the rows may be newer than
 * it.
 */
async function findPage(db: Db, query: OccupancyQuery, day: string) {
  const { from, filter, order } = narrowed(query, day);
  const page = sql`
    with total as (select count(*)::int as n from ${from} where ${filter}),
    ${pagePlace(query)}
    select page, pages, n, array(
             select ${apartments.id} from ${from} where ${filter} order by ${order}
             offset (select skip from place) limit ${query.page_size}) as ids
      from place`;
  return oneRow(await selectPage(db, page));
}

function findRows(db: Db, ids: readonly number[]) {
  const idArray = intArray(ids);
  return db
    .select({ ...columns, condo_name: condos.name })
    .from(apartments)
    .innerJoin(condos, eq(condos.id, apartments.condo_id))
    .where(sql`${apartments.id} = any(${idArray})`)
    .orderBy(sql`array_position(${idArray}, ${apartments.id})`);
}
