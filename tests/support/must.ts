/**
 * Returns a value that has to be there. Without this check a test would fail later, for another reason
 * or not at all.
 * @throws if the value is null or undefined
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`There is no ${what}`);
  return value;
}
