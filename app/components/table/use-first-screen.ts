import { useEffect, useState } from 'react';
import { rowHeightPx } from './row-height';

/** The row cut off by the edge of the screen, and one more. */
const SPARE_ROWS = 2;

/** How many rows fill the screen, whatever is above them. */
export function useScreenful(): number {
  const [rows] = useState(() => Math.ceil(window.innerHeight / rowHeightPx()) + SPARE_ROWS);
  return rows;
}

/** False until the first render has been painted; then true, in the task after that paint. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
