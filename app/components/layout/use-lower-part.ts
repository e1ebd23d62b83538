import { useEffect, useState } from 'react';
import { fieldsOf } from '~/contract/reading';
import { whenPainted } from '~/lib/page-moments';

/** Until somebody leaves a page that waits: only then can they come back to a place far down on it. */
let isOpening = true;

/** Whether the lower part of a page is rendered: after the first paint, or at once where somebody comes back to it. */
export function useLowerPart(): boolean {
  const [ready, setReady] = useState(() => !(isOpening && isNewlyOpened()));
  useEffect(() => (ready ? undefined : whenPainted(() => setReady(true))), [ready]);
  useEffect(() => () => void (isOpening = false), []);
  return ready;
}

function isNewlyOpened(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return fieldsOf(navigation?.toJSON()).type === 'navigate';
}
