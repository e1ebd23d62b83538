/** Midnight in UTC of a day, YYYY-MM-DD. Null for an impossible day: Date reads 2025-02-30 as March 2. */
export function dayInUtc(day: string): Date | null {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? instant : null;
}
