import { useSyncExternalStore } from 'react';

/** Whether the page is being printed. React renders the change before the browser takes the page. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false);
}

function subscribe(onChange: () => void): () => void {
  const print = matchMedia('print');
  print.addEventListener('change', onChange);
  return () => print.removeEventListener('change', onChange);
}

function isPrinting(): boolean {
  return matchMedia('print').matches;
}
