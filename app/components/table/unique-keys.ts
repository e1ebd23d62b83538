/** React's keys of rows by their ids, each once: an external API may list an id twice, and React would leave rows that are gone. */
export function uniqueKeys(ids: ReadonlyArray<string | number | null>): readonly string[] {
  const keys = new Set<string>();
  for (const [position, id] of ids.entries()) {
    const key = `${id ?? ''}`;
    keys.add(id === null || keys.has(key) ? `${key} at ${position}` : key);
  }
  return [...keys];
}
