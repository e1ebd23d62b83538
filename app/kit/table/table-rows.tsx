import { useLanguage } from '~/language/use-language';
import type { RowData } from '@tanstack/react-table';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePainted } from '~/kit/ui/page-moments';
import { BodyRow, FIRST_ROW_INDEX, type Columns, type RowProps, useChosen } from './body-row';
import { type TableRow, uniqueKeys } from './table-features';

interface TableRowsProps<TData extends RowData> extends RowProps<TData> {
  body: RefObject<HTMLElement | null>;
  rows: readonly TableRow<TData>[];
  columns: Columns<TData>;
  /** True for a long list: all rows have the same height, and only visible ones are rendered. */
  isLong: boolean;
  isPhone: boolean;
}

export function TableRows<TData extends RowData>(props: TableRowsProps<TData>) {
  const { body, rows, columns, isLong, isPhone, select, rowClass, renderDetail } = props;
  const language = useLanguage();
  const columnCount = columns.length;
  const { from, to, height } = useRowsInSight(body, {
    rowCount: rows.length,
    isLong,
    isPhone,
  });
  const isChosen = useChosen(select);
  const visible = rows.slice(from, to);
  const keys = uniqueKeys(visible.map(({ id }) => id));
  return (
    <>
      <SpacerRow height={from * height} columnCount={columnCount} />
      {visible.map((row, index) => (
        <BodyRow
          key={keys[index]}
          row={row}
          rowIndex={from + index + FIRST_ROW_INDEX}
          columns={columns}
          className={rowClass?.(row.original)}
          select={select}
          chosen={isChosen(row.original)}
          detail={isLong ? undefined : renderDetail?.(row.original)}
          isFixed={isLong}
          language={language}
        />
      ))}
      <SpacerRow height={(rows.length - to) * height} columnCount={columnCount} />
    </>
  );
}

/** Takes the space of rows that are not rendered. */
function SpacerRow({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but height */}
      <td colSpan={columnCount} className="p-0" style={{ height }} />
    </tr>
  );
}

/** Row height: two lines of text; see the cells. */
const ROW_REM = 2.75;
/** Row height on a phone (styles.css). */
const PHONE_ROW_REM = 4.5;
const DEFAULT_REM_PX = 16;
/** Rows of the first paint, which fill most screens. The others, and the overscan of a long list, follow. */
const FIRST_ROWS = 20;
/** Rows rendered in the direction of scrolling: as many as the wheel passes in three frames. */
const AHEAD_ROWS = 10;
/** Overscan opposite to the scroll direction. */
const BEHIND_ROWS = 2;

/** Positions of the rendered rows (the end is exclusive), and the height of a row in CSS pixels. */
interface RowsInSight {
  from: number;
  to: number;
  height: number;
}

/**
 * Range of rendered rows: all, or the visible ones of a long list with overscan. `body` contains the rows.
 */
function useRowsInSight(
  body: RefObject<HTMLElement | null>,
  list: { rowCount: number; isLong: boolean; isPhone: boolean },
): RowsInSight {
  const { rowCount, isLong, isPhone } = list;
  const [rem, setRem] = useState(DEFAULT_REM_PX);
  const height = Math.round(rem * (isPhone ? PHONE_ROW_REM : ROW_REM));
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS });
  const before = useRef(range);
  const [isScrolled, setScrolled] = useState(false);
  const painted = usePainted();

  useLayoutEffect(() => {
    if (!isLong) {
      // Back scrolls to the earlier position, so all rows are rendered in that frame.
      const show = () => flushSync(() => setScrolled(true));
      if (!painted) addEventListener('scroll', show, { passive: true, once: true });
      return () => removeEventListener('scroll', show);
    }
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
    // Rendered in the frame that shows the new position, not in the next one.
    const follow = () => look() && flushSync(() => setRange(before.current));
    measure();
    // Elements that open above move the rows, and another text size changes their height.
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

  const first = painted || isScrolled ? rowCount : FIRST_ROWS;
  if (!isLong) return { from: 0, to: Math.min(first, rowCount), height };
  const to = Math.min(range.to, rowCount);
  return { from: Math.min(range.from, to), to, height };
}
