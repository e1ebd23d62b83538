/*
 * Calls that the API answers only after the password was entered again wait here for the one dialog that asks for it
 * (docs/behaviour.md, "Accounts"). It is outside of React, as the maker of the call need not know.
 */

let waiting: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

/** Asks for the password; false when it was not entered, or nothing on the page can ask. */
export async function askForPassword(): Promise<boolean> {
  if (listeners.size === 0) return false;
  waiting ??= Promise.withResolvers();
  const { promise } = waiting;
  notify();
  return promise;
}

/** Whether a call waits. */
export function isPasswordWanted(): boolean {
  return waiting !== null;
}

/** Lets the waiting calls continue, or fail. */
export function settlePasswordRequest(entered: boolean): void {
  waiting?.resolve(entered);
  waiting = null;
  notify();
}

/** Calls the listener when that changes. Returns the unsubscribe function. */
export function subscribePasswordRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The question leaves with the dialog that asks it, as when the session ends.
    if (listeners.size === 0) settlePasswordRequest(false);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
