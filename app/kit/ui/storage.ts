import { fieldsOf, type UnknownRecord, parseJson } from '~/fields/reading';

/*
 * The browser's storage. It may be disabled, blocked or full. Then nothing is stored, and the panel still
 * works.
 */

const STORAGES = { local: () => localStorage, session: () => sessionStorage } as const;

/** Local storage is permanent and shared by all tabs; session storage belongs to one tab. */
type Where = keyof typeof STORAGES;

export function readItem(item: string, where: Where = 'local'): string | null {
  try {
    return STORAGES[where]().getItem(item);
  } catch {
    return null;
  }
}

/** Stores a text, or removes the item for null. Returns false if the browser does not allow it. */
export function storeItem(item: string, text: string | null, where: Where = 'local'): boolean {
  try {
    if (text === null) STORAGES[where]().removeItem(item);
    else STORAGES[where]().setItem(item, text);
    return true;
  } catch {
    return false;
  }
}

/** Parses a stored list from JSON; empty if it is missing. Unreadable entries are skipped. */
export function parseStoredList<T>(
  text: string | null,
  read: (fields: UnknownRecord) => T | null,
): T[] {
  const entries = parseJson(text ?? '');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => read(fieldsOf(entry)) ?? []);
}

/*
 * Items in local storage are named by account (sessionOwner), so that people who share a browser see only
 * their own.
 */

/** Item of the entries that were recently opened from the palette. */
export function recentsKey(owner: string): string {
  return `recents:${owner}`;
}

export function savedViewsKey(owner: string): string {
  return `views:${owner}`;
}

const listeners = new Set<() => void>();

/** Notifies this tab of a stored change. Other tabs get the browser's storage event. */
export function notifyStored(): void {
  for (const listener of listeners) listener();
}

export function subscribeStored(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
