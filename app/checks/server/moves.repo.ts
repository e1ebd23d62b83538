import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { MOVE_DAYS } from '~/checks/schema';
import type { MoveQuery } from '~/checks/answers';
import { addDays } from '~/fields/calendar-day';
import type { Db } from '~/platform/database/connect.server';
import { pickColumns } from '~/platform/database/schema/field-columns';
import { personName } from '~/platform/database/schema/columns';
import {
  apartments,
  condos,
  userCondoAssociations as associations,
  users,
} from '~/platform/database/schema/records';
import { daysOf, isCurrent, isResident } from '~/users/server/tenancies.repo';

/** SQL: another association of the person of `r` in the building of `r`. */
const other = (alias: string) => sql`
      select from ${associations} ${sql.identifier(alias)}
       where ${sql.identifier(alias)}.user_id = r.user_id and ${sql.identifier(alias)}.condo_id = r.condo_id
         and ${sql.identifier(alias)}.id <> r.id and ${isResident(alias)}`;

/**
 * Selects the moves of owners and renters from the day `from` to the day `to`: id of the association,
 * is_in, day and is_reported. `only` is a condition on the association `r`. First and last days are moves,
 * with two exceptions: a person who stays in the apartment by another association does not move, and a move
 * inside the building counts once, as the move in.
 * `reported_on` is one day for both moves of an association. Any day reports the move in. It reports the
 * move out too if it is on or after the last day, or at most 14 days before the last day and more than 14
 * days after the first day.
 */
export function movesBetween(from: string, to: string, only = sql`true`): SQL {
  const days = sql`${from}::date and ${to}::date`;
  return sql`
    select r.id, true as is_in, r.since as day, r.reported_on is not null as is_reported
      from ${associations} r
     where ${isResident('r')} and r.since between ${days} and ${only}
       and not exists (${other('p')} and p.apartment_id = r.apartment_id and ${isCurrent(sql`(r.since - 1)`, daysOf('p'))})
    union all
    select r.id, false, r.until,
           coalesce(r.reported_on >= least(r.until, greatest(r.until - 14, r.since + 15)), false)
      from ${associations} r
     where ${isResident('r')} and r.until between ${days} and ${only}
       and not exists (${other('n')} and ${isCurrent(sql`(r.until + 1)`, daysOf('n'))}
                                     and (n.apartment_id = r.apartment_id or n.since = r.until + 1))`;
}

/** Lists the moves within 14 days of `day`, by building and apartment. With ids, only these associations. */
export function findMoves(db: Db, { ids, condo_id }: MoveQuery, day: string) {
  const ofIds =
    ids === undefined ? sql`true` : sql`r.id = any(string_to_array(${ids}, ',')::int[])`;
  const ofCondo = condo_id === undefined ? sql`true` : sql`r.condo_id = ${condo_id}`;
  const only = sql`${ofIds} and ${ofCondo}`;
  const moves = movesBetween(addDays(day, -MOVE_DAYS), addDays(day, MOVE_DAYS), only);
  const previous = sql`
    select h.apartment_number from ${associations} p join ${apartments} h on h.id = p.apartment_id
     where p.user_id = ${associations.user_id} and p.condo_id = ${associations.condo_id}
       and p.until = ${associations.since} - 1 and p.apartment_id <> ${associations.apartment_id} limit 1`;
  return db
    .select({
      ...pickColumns(condos, ['address', 'zip_code', 'city', 'state']),
      ...pickColumns(apartments, ['apartment_number', 'floor_number', 'bedrooms']),
      ...pickColumns(associations, ['id', 'user_id', 'role', 'since', 'until', 'reported_on']),
      name: sql<string | null>`${personName(users)}`,
      email: users.email,
      condo_id: condos.id,
      condo_name: condos.name,
      /** The apartment that the person leaves, for a move inside the building. */
      from_apartment: sql<string | null>`(${previous})`,
    })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .innerJoin(condos, eq(condos.id, associations.condo_id))
    .innerJoin(apartments, eq(apartments.id, associations.apartment_id))
    .where(sql`${associations.id} in (select id from (${moves}) m)`)
    .orderBy(
      asc(condos.name),
      asc(condos.id),
      asc(apartments.apartment_number),
      asc(associations.id),
    );
}
