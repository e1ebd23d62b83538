/**
 * A value that has to be there: a test that goes on without it would fail later and for another reason, or not at all.
 * @throws when there is none
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`There is no ${what}`);
  return value;
}
