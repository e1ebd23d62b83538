import { send } from '~/rpc/client.functions';
import { endSession, getSession, sessionOwner } from '~/rpc/session-store';
import { storeItem, recentsKey } from '~/kit/ui/storage';

/**
 * Ends the session here at once and forgets what was opened lately. A token that the API did not end expires.
 * @returns when the API has answered or failed, for who leaves the page, which would end the call
 */
export async function logOut(): Promise<void> {
  const session = getSession();
  if (session) storeItem(recentsKey(sessionOwner(session)), null);
  endSession('logout');
  // The token is added here: the session, which the middleware reads, has ended.
  const headers = { authorization: `Bearer ${session?.token}` };
  if (session) await send('signIn.logout', {}, headers).catch(() => undefined);
}
