import type { RowData } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import type { RowsProps } from './body-row';

/** Rows rendered above and below the visible ones while the page rests. */
const RESTING_ROWS = 4;
/** While it scrolls: in that direction as many as the wheel passes in three frames, and few on the side that is left. */
const AHEAD_ROWS = 10;
const BEHIND_ROWS = 2;

/** The positions of the rows that are rendered, without the last. */
export interface RowRange {
  from: number;
  to: number;
}

export interface RowsInSightProps {
  /** The element around the rows. */
  body: RowsProps<RowData>['body'];
  data: readonly unknown[];
  rowHeight: number;
  onChange: (range: RowRange) => void;
}

type Direction = 'forward' | 'backward';

/** How many rows are rendered on that side of the visible ones. */
function spareRows(scrolling: Direction | null, side: Direction): number {
  if (scrolling === null) return RESTING_ROWS;
  return scrolling === side ? AHEAD_ROWS : BEHIND_ROWS;
}

/** Reports the visible rows and a few around them; it renders nothing, so that rows which are there stay. */
export function VirtualRows({ body, data, rowHeight, onChange }: RowsInSightProps) {
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top;
      if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY));
    };
    measure();
    // A form that opens above the rows moves them, and makes the page higher.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, data]);
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useWindowVirtualizer({
    count: data.length,
    estimateSize: () => rowHeight,
    overscan: 0,
    scrollMargin,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const visible = virtualizer.getVirtualIndexes();
  const { scrollDirection } = virtualizer;
  const from = Math.max(0, (visible[0] ?? 0) - spareRows(scrollDirection, 'backward'));
  const end = (visible.at(-1) ?? -1) + 1 + spareRows(scrollDirection, 'forward');
  const to = Math.min(data.length, end);
  useLayoutEffect(() => onChange({ from, to }), [from, to, onChange]);
  return null;
}
