/* Items in local storage, named by account (sessionOwner): people who share a browser see their own. */

/** Entries that were opened lately from the palette. */
export function recentsItem(owner: string): string {
  return `recents:${owner}`;
}

export function viewsItem(owner: string): string {
  return `views:${owner}`;
}

const listeners = new Set<() => void>();

/** Notifies this tab of a stored change. Other tabs get the browser's storage event. */
export function notifyKept(): void {
  for (const listener of listeners) listener();
}

export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
