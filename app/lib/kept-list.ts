import { fieldsOf, type Fields } from '~/contract/reading';
import { parseJson } from './parse-json';
import { readItem } from './stored';

/** The entries of a list that is kept as JSON; none where it is missing, unreadable or blocked. */
export function readKeptList<T>(item: string, read: (fields: Fields) => T | null): T[] {
  return parseKeptList(readItem(item), read);
}

/** The same from its text; an entry that cannot be read is left out. */
export function parseKeptList<T>(text: string | null, read: (fields: Fields) => T | null): T[] {
  const entries = parseJson(text ?? '');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => read(fieldsOf(entry)) ?? []);
}
