import { fieldsOf, type Fields, parseJson } from '~/fields/reading';

/*
 * The browser's storage. It may be disabled, blocked or full; then nothing is stored, and the panel works
 * on.
 */

const STORAGES = { local: () => localStorage, session: () => sessionStorage } as const;

/** Local storage is shared by all tabs and stays; session storage is one tab's. */
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

/** Parses a stored list from its JSON; empty if that is missing. Unreadable entries are skipped. */
export function parseStoredList<T>(text: string | null, read: (fields: Fields) => T | null): T[] {
  const entries = parseJson(text ?? '');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => read(fieldsOf(entry)) ?? []);
}

/* Items in local storage, named by account (sessionOwner): people who share a browser see their own. */

/** Entries that were opened lately from the palette. */
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
