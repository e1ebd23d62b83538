import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { CompactActions } from '~/kit/table/row-actions';
import { uniqueKeys } from '~/kit/table/table-features';
import { useFocusKeeper } from '~/kit/ui/focus';
import { PHONE, useMediaQuery, usePrinting } from '~/kit/table/use-media-query';
import type { Apartment } from '~/apartments/fields';
import type { ApartmentHandlers } from '~/apartments/screens/form/delete-apartment';
import { ApartmentCard, type ApartmentCardProps } from './apartment-card';
import { useChosen } from '~/kit/table/body-row';

/** Up to this many cards are all rendered; above, only the visible ones are. */
const VIRTUAL_ABOVE_CARDS = 60;
/** Above this number printing is virtual too; paper shows only rendered cards. */
const VIRTUAL_ABOVE_PRINTED_CARDS = 1_000;
const CARD_MIN_WIDTH_PX = 288;
const GAP_PX = 16;
const PHONE_GAP_PX = 8;
/** Estimates, in pixels; every row is measured once it is rendered. */
const ROW_HEIGHT_PX = 280;
const PHONE_ROW_HEIGHT_PX = 88;
const OVERSCAN_ROWS = 4;
/** Rows rendered outside the viewport at the first paint. */
const FIRST_OVERSCAN_ROWS = 1;

interface CardsProps extends ApartmentHandlers, Pick<ApartmentCardProps, 'select'> {
  apartments: readonly Apartment[];
}

interface CardGridProps extends CardsProps {
  /** The element around the grid. It takes the focus when a focused card is removed. */
  container: RefObject<HTMLElement | null>;
}

/**
 * Cards in as many columns as fit. Screen readers announce the full number, even if only some are rendered.
 */
export function CardGrid({ container, ...props }: CardGridProps) {
  // A separate element is measured, since its parent does not exist yet at that time.
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumns(grid);
  useFocusKeeper(container);
  const virtualAbove = usePrinting() ? VIRTUAL_ABOVE_PRINTED_CARDS : VIRTUAL_ABOVE_CARDS;
  const isPhone = useMediaQuery(PHONE);
  return (
    <div ref={grid}>
      <CompactActions value={isPhone}>
        {props.apartments.length > virtualAbove ? (
          <VirtualRows grid={grid} columns={columns} isPhone={isPhone} {...props} />
        ) : (
          <div
            role="list"
            className="grid items-stretch gap-4 phone:grid-cols-1! phone:gap-2"
            style={columnStyle(columns)}
          >
            <Cards from={0} to={props.apartments.length} {...props} />
          </div>
        )}
      </CompactActions>
    </div>
  );
}

interface VirtualRowsProps extends CardsProps {
  grid: RefObject<HTMLElement | null>;
  columns: number;
  isPhone: boolean;
}

function VirtualRows({ grid, columns, isPhone, ...props }: VirtualRowsProps) {
  const { apartments } = props;
  const painted = useDeferredValue(true, false);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const box = grid.current?.getBoundingClientRect();
    if (box) setScrollMargin(Math.round(box.top + window.scrollY));
  }, [grid, apartments]);
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(apartments.length / columns),
    estimateSize: () => (isPhone ? PHONE_ROW_HEIGHT_PX : ROW_HEIGHT_PX),
    overscan: painted ? OVERSCAN_ROWS : FIRST_OVERSCAN_ROWS,
    gap: isPhone ? PHONE_GAP_PX : GAP_PX,
    scrollMargin,
  });
  // After a change of the number of columns, or between phone and desktop, the measured heights are
  // invalid.
  useEffect(() => virtualizer.measure(), [virtualizer, columns, isPhone]);
  return (
    <div role="list" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          role="presentation"
          className="absolute inset-x-0 top-0 grid items-stretch gap-4 phone:grid-cols-1! phone:gap-2"
          style={{ ...columnStyle(columns), transform: `translateY(${start - scrollMargin}px)` }}
        >
          <Cards from={index * columns} to={(index + 1) * columns} {...props} />
        </div>
      ))}
    </div>
  );
}

function Cards({ from, to, apartments, ...props }: CardsProps & { from: number; to: number }) {
  const isChosen = useChosen(props.select);
  const visible = apartments.slice(from, to);
  const keys = uniqueKeys(visible.map(({ id }) => id));
  return visible.map((apartment, offset) => (
    <ApartmentCard
      key={keys[offset]}
      apartment={apartment}
      position={from + offset + 1}
      count={apartments.length}
      chosen={isChosen(apartment)}
      {...props}
    />
  ));
}

function columnStyle(columns: number) {
  return { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
}

/** Number of cards that fit into one row; follows the width. */
function useColumns(grid: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const count = () => {
      const fitting = Math.floor((element.clientWidth + GAP_PX) / (CARD_MIN_WIDTH_PX + GAP_PX));
      setColumns(Math.max(1, fitting));
    };
    count();
    const observer = new ResizeObserver(count);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return columns;
}
