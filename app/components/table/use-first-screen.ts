import { useEffect, useState } from 'react';
import { whenPainted } from '~/lib/page-moments';

/** The row cut off by the edge of the screen, and one more. */
const SPARE_ROWS = 2;

/** What is above the rows of any table, at least: the page's header and its title, and the table's own header. */
const ABOVE_ROWS_PX = 160;

/** How many rows of this height fill the screen. */
export function useScreenful(rowHeight: number): number {
  const [rows] = useState(
    () => Math.ceil((window.innerHeight - ABOVE_ROWS_PX) / rowHeight) + SPARE_ROWS,
  );
  return rows;
}

/** False until the first render has been painted; then true, in the task after that paint or so much later. */
export function usePainted(laterMs = 0): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => whenPainted(() => setPainted(true), laterMs), [laterMs]);
  return painted;
}
