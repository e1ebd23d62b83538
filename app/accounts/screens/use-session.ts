import { useSyncExternalStore } from 'react';
import { getSession, subscribeSession, type Session } from '~/rpc/session-store';

/** The session; rerenders when it starts or ends, in this tab or another. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, getSession, () => null);
}
