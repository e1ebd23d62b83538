import { logoutFn } from '~/data/session/session.functions';
import { endSession, getSession } from '~/data/session/session-store';

/**
 * Ends the session here at once, and its token at the API. No one waits for that: a logout must not depend on a server,
 * and a token that could not be ended runs out by itself.
 */
export function logOut(): void {
  const session = getSession();
  endSession('logout');
  // The token goes along by hand: the session that would add it is over.
  const headers = { authorization: `Bearer ${session?.token}` };
  if (session) void logoutFn({ headers }).catch(() => undefined);
}
