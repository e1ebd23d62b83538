import { useEffect, useState } from 'react';
import { whenPainted } from './page-moments';

/** False until the first render has been painted; then true, in the task after that paint or so much later. */
export function usePainted(laterMs = 0): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => setPainted(true), laterMs), [laterMs]);
  return painted;
}
