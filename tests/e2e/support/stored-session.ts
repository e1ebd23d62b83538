import type { BrowserContext } from '@playwright/test';

export interface StoredSession {
  token: string;
  user: Record<string, unknown>;
}

/** In local storage of a context whose session was stored. */
const MARK = 'e2e-session-stored';

/**
 * Local storage as a successful sign-in leaves it, for the pages of the context. The first page stores it as it loads:
 * Playwright's `storageState` opens one of its own for that, a quarter of a short test's CPU time.
 */
export async function storeSession(
  context: BrowserContext,
  origin: string,
  session: StoredSession,
): Promise<void> {
  await context.addInitScript(
    ({ token, user, ...options }) => {
      // Once in a context: what ends the session, ends it for good. Other origins and frames without one are left alone.
      if (location.origin !== options.origin || localStorage.getItem(options.mark)) return;
      localStorage.setItem(options.mark, 'true');
      localStorage.setItem('access_token', token);
      localStorage.setItem('user', user);
    },
    { origin, mark: MARK, token: session.token, user: JSON.stringify(session.user) },
  );
}
