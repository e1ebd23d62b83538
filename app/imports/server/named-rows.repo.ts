import { sql } from 'drizzle-orm';
import { equalKey } from '~/fields/search-text';
import { readText } from '~/fields/reading';
import { z } from '~/fields/zod';
import { toText } from '~/imports/rows/field-rules';
import { keyValue, type ReadRow } from '~/imports/rows/row';
import type { EditedType } from '~/imports/row-error';
import type { Db } from '~/platform/database/connect.server';
import { intArray } from '~/platform/database/sql';
import { answersFor } from './references';

export const idAnswer = z.object({ id: z.int() }).transform(({ id }) => id);

/**
 * Finds apartments by building and number, and returns their ids. Thousands of rows look up each building
 * once.
 */
export async function findApartments(db: Db, comparable: readonly ReadRow[]) {
  if (comparable.length === 0) return [];
  const condoIds = comparable.map((row) => Number(keyValue(row, 'condo_id')));
  const numbers = comparable.map((row) => equalKey(toText(keyValue(row, 'apartment_number'))));
  const statement = sql`
    with x as materialized (
      select condo_id, number, ordinal
        from rows from (unnest(${intArray(condoIds)}),
                        json_array_elements_text(${JSON.stringify(numbers)}::json))
             with ordinality as x (condo_id, number, ordinal)
    )
    select x.ordinal, matches.id
      from (select condo_id, array_agg(number) as numbers from x group by condo_id) as building
     cross join lateral (
             select a.id, a.condo_id, equal_key(a.apartment_number) as number
               from apartments a
              where a.condo_id = building.condo_id
                and equal_key(a.apartment_number) = any(building.numbers)
             offset 0) as matches
      join x on x.condo_id = matches.condo_id and x.number = matches.number`;
  return answersFor(db, comparable, idAnswer, statement);
}

/** Finds the ids of active people with these e-mail addresses. */
async function findPeople(db: Db, rows: readonly ReadRow[]) {
  const emails = sql.param(rows.map((row) => keyValue(row, 'email')));
  const statement = sql`
    select x.ordinal, u.id
      from unnest(${emails}::text[]) with ordinality as x (email, ordinal)
      join users u on lower(u.email) = lower(x.email)
     where u.is_active and u.erased_at is null`;
  return answersFor(db, rows, idAnswer, statement);
}

/** Most buildings to find per name, best first. A few are enough to report that the name is ambiguous. */
const NAMED_LIMIT = 3;

/**
 * Finds the records that rows name, by building name, by building and apartment number, or by person.
 * Returns their ids.
 */
export async function findNamed(db: Db, type: EditedType, rows: readonly ReadRow[]) {
  if (type === 'apartment') return findApartments(db, rows);
  if (type === 'tenancy' || rows.length === 0) return [];
  if (type === 'user') return findPeople(db, rows);
  const [names, addresses, zipCodes] = (['name', 'address', 'zip_code'] as const).map((field) =>
    sql.param(rows.map((row) => equalKey(toText(keyValue(row, field))))),
  );
  const cities = sql.param(rows.map(({ values }) => equalKey(readText(values.city) ?? '')));
  const ids = sql.param(rows.map(({ id = null }) => id));
  const statement = sql`
    select x.ordinal, c.id
      from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[], ${cities}::text[], ${ids}::int[])
           with ordinality as x (name, address, zip_code, city, id, ordinal)
     cross join lateral (
           select id from condos where equal_key(name) = x.name
            order by coalesce(id = x.id, false) desc, equal_key(address) = x.address desc,
                     equal_key(zip_code) = x.zip_code desc, equal_key(city) = x.city desc, id
            limit ${NAMED_LIMIT}) as c`;
  return answersFor(db, rows, idAnswer, statement);
}
