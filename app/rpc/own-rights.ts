import { useSyncExternalStore } from 'react';
import { subscribeSession, getSession } from './session-store';
import { type Asks, mayDo, RIGHTS, type Rights } from '~/accounts/rights';

/*
 * The signed-in person's rights in the browser, as reported at the sign-in. They decide what is shown. The
 * API checks every call by the current rights.
 */

/** The right that a button, a form or a screen needs: the one that its call asks for. */
export type { Asks };

/** The signed-in person's rights. An external API reports none, which allows everything. */
export function ownRights(): Rights {
  const reported = getSession()?.user.rights;
  return RIGHTS.find((rights) => rights === reported) ?? 'all';
}

/** True if the signed-in person may do this. Screens use this to hide the rest. */
export function mayI(asks: Asks): boolean {
  return mayDo(ownRights(), asks);
}

/** True if the signed-in person may do this; rerenders when another session starts. */
export function useMay(asks: Asks): boolean {
  return useSyncExternalStore(
    subscribeSession,
    () => mayI(asks),
    () => true,
  );
}
