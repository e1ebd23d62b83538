import { useEffect, useState } from 'react';
import { currentOwner } from '~/rpc/session-store';
import { lastVisitKey, readItem, storeItem } from '~/kit/ui/storage';

/** Activity that is opened again within this time belongs to the same visit: a reload, or Back. */
const SAME_VISIT_MS = 30 * 60_000;

/**
 * The time of the newest entry that the account saw in this browser in its visit before; null on the first
 * one. `newest` is that of the newest entry of all, once it is known.
 */
export function useLastVisit(newest: string | undefined): string | null {
  const [item] = useState(() => lastVisitKey(currentOwner()));
  const [seen] = useState(() => {
    const [before, last, when] = (readItem(item) ?? '').split(' ');
    const isSame = Date.now() - Number(when) < SAME_VISIT_MS;
    return (isSame ? before : last) || null;
  });
  useEffect(() => {
    if (newest !== undefined) storeItem(item, `${seen ?? ''} ${newest} ${Date.now()}`);
  }, [item, seen, newest]);
  return seen;
}
