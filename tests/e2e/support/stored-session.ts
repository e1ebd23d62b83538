import type { BrowserContext } from '@playwright/test';

export interface StoredSession {
  token: string;
  user: Record<string, unknown>;
}

/** Key in the local storage of a context whose session was stored. */
const MARK = 'e2e-session-stored';

/**
 * Fills local storage like a successful sign-in, for all pages of the context. The first page does it
 * while it loads: Playwright's `storageState` opens an extra page, which takes a quarter of a short
 * test's CPU time.
 */
export async function storeSession(
  context: BrowserContext,
  origin: string,
  session: StoredSession,
): Promise<void> {
  await context.addInitScript(
    ({ token, user, ...options }) => {
      // Only once in a context, so that a session that has ended stays ended. Pages of other origins
      // and frames without one are skipped.
      if (location.origin !== options.origin || localStorage.getItem(options.mark)) return;
      localStorage.setItem(options.mark, 'true');
      localStorage.setItem('access_token', token);
      localStorage.setItem('user', user);
    },
    { origin, mark: MARK, token: session.token, user: JSON.stringify(session.user) },
  );
}
