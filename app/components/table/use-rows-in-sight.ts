import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePainted } from '~/lib/use-painted';

/** Two lines of text; see the cells. */
const ROW_REM = 2.75;
/** The same on a phone (styles.css). */
const PHONE_ROW_REM = 4.5;
const DEFAULT_REM_PX = 16;
/** The rows of the first paint: as many as most screens show. The others, and spare ones of a long list, follow it. */
const FIRST_ROWS = 20;
/** Rows rendered in the direction in which the page moves: as many as the wheel passes in three frames. */
const AHEAD_ROWS = 10;
/** Those on the side that is left. */
const BEHIND_ROWS = 2;

/** The positions of the rows that are rendered, without the last, and the height of each in CSS pixels. */
interface RowsInSight {
  from: number;
  to: number;
  height: number;
}

/** Which rows of a list are rendered: all, or of a long one those in sight and a few around them. `body` is around the rows. */
export function useRowsInSight(
  body: RefObject<HTMLElement | null>,
  list: { rowCount: number; isLong: boolean; isPhone: boolean },
): RowsInSight {
  const { rowCount, isLong, isPhone } = list;
  const [rem, setRem] = useState(DEFAULT_REM_PX);
  const height = Math.round(rem * (isPhone ? PHONE_ROW_REM : ROW_REM));
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS });
  const before = useRef(range);
  const painted = usePainted();

  useLayoutEffect(() => {
    if (!isLong) return undefined;
    let bodyTop = 0;
    let scrolled = 0;
    const look = () => {
      const first = Math.floor((window.scrollY - bodyTop) / height);
      const last = Math.ceil((window.scrollY - bodyTop + window.innerHeight) / height);
      const isUp = window.scrollY < scrolled;
      scrolled = window.scrollY;
      const above = isUp ? AHEAD_ROWS : BEHIND_ROWS;
      const below = isUp ? BEHIND_ROWS : AHEAD_ROWS;
      const from = Math.max(0, first - (painted ? above : 0));
      const to = Math.max(from, last + (painted ? below : 0));
      if (from === before.current.from && to === before.current.to) return false;
      before.current = { from, to };
      return true;
    };
    const measure = () => {
      bodyTop = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setRem(parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX);
      if (look()) setRange(before.current);
    };
    // In the frame that shows the new position, not the one after.
    const follow = () => look() && flushSync(() => setRange(before.current));
    measure();
    // An element that opens above the rows moves them, and another text size makes them higher.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', follow);
      removeEventListener('resize', measure);
    };
  }, [body, height, isLong, painted]);

  if (!isLong) return { from: 0, to: painted ? rowCount : Math.min(FIRST_ROWS, rowCount), height };
  const to = Math.min(range.to, rowCount);
  return { from: Math.min(range.from, to), to, height };
}
