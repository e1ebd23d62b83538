import { fieldsOf, type Fields } from '~/contract/reading';
import { parseJson } from './parse-json';

/* The browser's storage. It may be switched off, blocked or full: what is kept there is lost then, and nothing else. */

const STORAGES = { local: () => localStorage, session: () => sessionStorage } as const;

/** Local storage is shared by all tabs and stays; session storage is one tab's. */
type Where = keyof typeof STORAGES;

/** The text of an item; null where there is none. */
export function readItem(item: string, where: Where = 'local'): string | null {
  try {
    return STORAGES[where]().getItem(item);
  } catch {
    return null;
  }
}

/** Keeps a text, or removes the item for null; false where that is not possible. */
export function keepItem(item: string, text: string | null, where: Where = 'local'): boolean {
  try {
    if (text === null) STORAGES[where]().removeItem(item);
    else STORAGES[where]().setItem(item, text);
    return true;
  } catch {
    return false;
  }
}

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
