/** Unique keys from ids. External APIs may repeat an id; React would keep removed rows of that key. */
export function uniqueKeys(ids: ReadonlyArray<string | number | null>): readonly string[] {
  const keys = new Set<string>();
  for (const [position, id] of ids.entries()) {
    const key = `${id ?? ''}`;
    keys.add(id === null || keys.has(key) ? `${key} at ${position}` : key);
  }
  return [...keys];
}
