import { useEffect } from 'react';

/** Longer than hydration takes; a redirect then happens anyway. */
const LONGEST_WAIT_MS = 3_000;
/** The id of the shell's main area, which /login does not have. */
const SHELL_MAIN = 'main';

let hydrated = false;
let announce: (() => void) | undefined;
const hydration = new Promise<void>((resolve) => (announce = resolve));

/** Called by the component that renders the shell: it is hydrated when its first effect runs. */
export function useShellHydrated(): void {
  useEffect(() => {
    hydrated = true;
    announce?.();
  }, []);
}

/**
 * Resolves when the shell that the server sent is hydrated, at once where there is none. An earlier redirect would remove
 * the shell's route during hydration: an error on the console, and a page that is rendered twice.
 */
export function shellHydrated(): Promise<void> {
  if (hydrated || typeof document === 'undefined' || !document.getElementById(SHELL_MAIN))
    return Promise.resolve();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([hydration, timeout]);
}
