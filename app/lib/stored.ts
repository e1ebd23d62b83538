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
