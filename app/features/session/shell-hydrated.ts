import { useEffect } from 'react';

/** Longer than any page takes; a redirect then comes anyway. */
const LONGEST_WAIT_MS = 3_000;
/** The id of the frame's main part, which /login has not. */
const SHELL_MAIN = 'main';

let hydrated = false;
let announce: (() => void) | undefined;
const hydration = new Promise<void>((resolve) => (announce = resolve));

/** Called by whatever draws the frame: from its first effect on, the frame answers to React. */
export function useShellHydrated(): void {
  useEffect(() => {
    hydrated = true;
    announce?.();
  }, []);
}

/**
 * Resolves when the frame that the server sent belongs to React, at once where there is none. A redirect before takes
 * the frame's route away while React is still joining it: an error on the console, and the page drawn twice.
 */
export function shellHydrated(): Promise<void> {
  if (hydrated || typeof document === 'undefined' || !document.getElementById(SHELL_MAIN))
    return Promise.resolve();
  const giveUp = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([hydration, giveUp]);
}
