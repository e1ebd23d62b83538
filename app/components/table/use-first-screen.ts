import { useEffect, useState } from 'react';
import { whenPainted } from '~/lib/page-moments';
import { screenHeight } from './screen-size';

/** The row cut off by the edge of the screen, and one more. */
const SPARE_ROWS = 2;

/** What is above the rows of any table, at least: the page's header and its title, and the table's own header. */
const ABOVE_ROWS_PX = 160;

/** How many rows of this height fill the screen. */
export function useScreenful(rowHeight: number): number {
  const [rows] = useState(
    () => Math.ceil((screenHeight() - ABOVE_ROWS_PX) / rowHeight) + SPARE_ROWS,
  );
  return rows;
}

/** The rows that are painted: those of another question only from the task after the next paint. */
export function usePaintedRows<Row>(rows: readonly Row[], question: unknown): readonly Row[] {
  const [painted, setPainted] = useState({ rows, question });
  useEffect(
    () =>
      painted.rows === rows && painted.question === question
        ? undefined
        : whenPainted(() => setPainted({ rows, question })),
    [painted, rows, question],
  );
  return painted.question === question ? rows : painted.rows;
}

/** No row is lower than that; see its cells. */
const LOWEST_ROW_PX = 44;

/** How many rows there are at most from the first one to the lower edge of the screen; all of them while one has the focus. */
export function rowsInSight(bodyId: string): number {
  const body = document.getElementById(bodyId);
  if (!body || body.contains(document.activeElement)) return Infinity;
  return Math.max(0, Math.ceil((innerHeight - body.getBoundingClientRect().top) / LOWEST_ROW_PX));
}
