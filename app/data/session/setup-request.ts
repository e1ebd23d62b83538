/*
 * Where every administrator needs a second factor, the API answers nothing to one without: the shell then shows how to set
 * one up, in place of every screen (docs/behaviour.md, "Accounts").
 */

let isWanted = false;
const listeners = new Set<() => void>();

export function isSetupWanted(): boolean {
  return isWanted;
}

export function setSetupWanted(wanted: boolean): void {
  if (isWanted === wanted) return;
  isWanted = wanted;
  for (const listener of listeners) listener();
}

/** Calls the listener when that changes. Returns the unsubscribe function. */
export function subscribeSetupRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
