import { useSyncExternalStore } from 'react';
import { mayI } from '~/rpc/own-rights';
import { subscribeSession } from '~/rpc/session-store';
import type { Asks } from './rights';

/** True if the signed-in person may do this; rerenders when another session starts. */
export function useMay(asks: Asks): boolean {
  return useSyncExternalStore(
    subscribeSession,
    () => mayI(asks),
    () => true,
  );
}
