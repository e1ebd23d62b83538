import { and, eq, not, sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm';
import type { ChangeTx } from '~/platform/database/record-change';
import { userCondoAssociations as associations } from '~/platform/database/schema/records';

/*
 * An association has an optional first and last day (docs/behaviour/tenancies.md). A person is associated
 * while today is between them.
 */

export type Day = string | Placeholder | SQL;

/** The columns with the days, possibly of a table alias. */
interface Days {
  since: AnyColumn | SQL;
  until: AnyColumn | SQL;
}

export const daysOf = (alias: string): Days => ({
  since: sql`${sql.identifier(alias)}.since`,
  until: sql`${sql.identifier(alias)}.until`,
});

/** Condition: the association is current or has yet to begin. */
export function isNotOver(day: Day, { until }: Days = associations): SQL {
  return sql`coalesce(${until} >= ${day}::date, true)`;
}

export function isCurrent(day: Day, days: Days = associations): SQL {
  return sql`${isNotOver(day, days)} and coalesce(${days.since} <= ${day}::date, true)`;
}

/** Roles of residents. An apartment is vacant on a day without any of them. */
export const isResident = (alias: string) =>
  sql`${sql.identifier(alias)}.role in ('owner', 'renter')`;

/**
 * Condition: two associations have a day in common. An unknown end is open, as in the constraint
 * `associations_once`.
 */
export function overlap(one: Days, other: Days): SQL {
  return sql`daterange(${one.since}, ${one.until}, '[]') && daterange(${other.since}, ${other.until}, '[]')`;
}

/**
 * Deletes the ended associations of a building or apartment, before it is deleted itself.
 * @returns false if one is current or has yet to begin: then nothing may be deleted
 */
export async function deleteEnded(
  db: ChangeTx,
  home: { condo_id: number; apartment_id?: number },
  day: string,
): Promise<boolean> {
  const ofPlace = and(
    eq(associations.condo_id, home.condo_id),
    home.apartment_id === undefined ? undefined : eq(associations.apartment_id, home.apartment_id),
  );
  const isOccupied = async () => {
    const rows = db.select({ id: associations.id }).from(associations);
    return (await rows.where(and(ofPlace, isNotOver(day))).limit(1)).length > 0;
  };
  if (await isOccupied()) return false;
  await db.delete(associations).where(and(ofPlace, not(isNotOver(day))));
  // An association may have become current between both statements.
  return !(await isOccupied());
}
