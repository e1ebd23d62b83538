import { useEffect, useState } from 'react';
import { whenPainted } from './page-moments';

/** False until the first render has been painted; then true, in the task after that paint. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => setPainted(true)), []);
  return painted;
}
