import { useSyncExternalStore } from 'react';
import { subscribeSession, getSession } from './session-store';
import { type Asks, mayDo, RIGHTS, type Rights } from '~/accounts/rights';

/*
 * The signed-in person's rights in the browser, as the sign-in told them. They decide what is shown; the API
 * checks every call by the rights of that moment.
 */

/** Rights that a button, a form or a screen asks for, as the call behind it does. */
export type Asked = Asks;

/** Everything where the API says nothing of rights, as an external one does. */
export function ownRights(): Rights {
  const told = getSession()?.user.rights;
  return RIGHTS.find((rights) => rights === told) ?? 'all';
}

/** True if the signed-in person may do this. Whatever is absent on screens is absent by this. */
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
