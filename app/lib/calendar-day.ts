/** Midnight in UTC of a calendar day, YYYY-MM-DD; null where there is no such day: 2025-02-30 would be read as March 2. */
export function dayInUtc(day: string): Date | null {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? instant : null;
}
