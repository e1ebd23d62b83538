import { send } from '~/rpc/client.functions';
import { endSession, getSession, sessionOwner } from '~/rpc/session-store';
import { storeItem, recentsKey } from '~/kit/ui/storage';

/**
 * Ends the session in this browser at once and forgets the recently opened records. A token that the API
 * could not end expires by itself.
 * @returns when the API has answered or failed; wait for it before leaving the page, which would abort the
 * call
 */
export async function logOut(): Promise<void> {
  const session = getSession();
  if (session) storeItem(recentsKey(sessionOwner(session)), null);
  endSession('logout');
  // The token is added here: the session, which the middleware reads, has ended.
  const headers = { authorization: `Bearer ${session?.token}` };
  if (session) await send('signIn.logout', {}, headers).catch(() => undefined);
}
