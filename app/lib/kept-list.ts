import { fieldsOf, type Fields } from '~/contract/reading';

/** The entries of a list that is kept as JSON; none where it is missing, unreadable or blocked. */
export function readKeptList<T>(item: string, read: (fields: Fields) => T | null): T[] {
  try {
    return parseKeptList(localStorage.getItem(item), read);
  } catch {
    // The storage is blocked.
    return [];
  }
}

/** The same from its text; an entry that cannot be read is left out. */
export function parseKeptList<T>(text: string | null, read: (fields: Fields) => T | null): T[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => read(fieldsOf(entry)) ?? []);
}
