import { and, eq, not, sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm';
import type { ChangeTx } from './record-change';
import { userCondoAssociations as associations } from './schema/records';

/*
 * An association has a first and a last day, both optional (docs/behaviour/tenancies.md). A person is
 * associated while today is between them.
 */

export type Day = string | Placeholder | SQL;

/** The columns with the days, also of a table by another name. */
interface Days {
  since: AnyColumn | SQL;
  until: AnyColumn | SQL;
}

export const daysOf = (alias: string): Days => ({
  since: sql`${sql.identifier(alias)}.since`,
  until: sql`${sql.identifier(alias)}.until`,
});

/** Current or coming. */
export function isNotOver(day: Day, { until }: Days = associations): SQL {
  return sql`coalesce(${until} >= ${day}::date, true)`;
}

export function isCurrent(day: Day, days: Days = associations): SQL {
  return sql`${isNotOver(day, days)} and coalesce(${days.since} <= ${day}::date, true)`;
}

/** An apartment is vacant on a day on which it has neither of them. */
export const isResident = (alias: string) =>
  sql`${sql.identifier(alias)}.role in ('owner', 'renter')`;

/** The two have a day in common, as the constraint `associations_once` has it: an unknown end is open. */
export function overlap(one: Days, other: Days): SQL {
  return sql`daterange(${one.since}, ${one.until}, '[]') && daterange(${other.since}, ${other.until}, '[]')`;
}

/**
 * Deletes the ended associations of a building, or one of its apartments, before it is deleted itself.
 * @returns false where one is current or coming: then nothing may be deleted
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
  // One may have become current again between the two.
  return !(await isOccupied());
}
