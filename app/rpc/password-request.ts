import { Store } from '~/kit/ui/store';

/*
 * Password requests: calls outside of React wait until the one dialog has asked
 * (docs/behaviour/second-factor.md).
 */

const waiting = new Store<PromiseWithResolvers<boolean> | null>(null);
let dialogs = 0;

/** Asks for the password; false when it was not entered, or nothing on the page can ask. */
export async function askForPassword(): Promise<boolean> {
  if (dialogs === 0) return false;
  const asked = waiting.get() ?? Promise.withResolvers<boolean>();
  waiting.set(asked);
  return asked.promise;
}

export function isPasswordRequested(): boolean {
  return waiting.get() !== null;
}

export function settlePasswordRequest(entered: boolean): void {
  waiting.get()?.resolve(entered);
  waiting.set(null);
}

/** Calls the listener when that changes. Returns the unsubscribe function. */
export function subscribePasswordRequest(listener: () => void): () => void {
  const stop = waiting.subscribe(listener);
  dialogs += 1;
  return () => {
    stop();
    dialogs -= 1;
    // The question is cancelled with the last dialog that can ask it, as at the end of the session.
    if (dialogs === 0) settlePasswordRequest(false);
  };
}
