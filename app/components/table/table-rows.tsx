import { FlexRender, type Column, type RowData } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { PureComponent, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { cn } from '~/lib/cn';
import type { features, TableRow } from './table-features';

/** Two lines of text and their padding. In rem, so that rows grow with the reader's own text size. */
const ROW_HEIGHT_REM = 3.5;
/** Rows kept ready above and below what is in sight. */
const OVERSCAN_ROWS = 8;
/** The header is row 1. */
const FIRST_ROW_INDEX = 2;

export interface RowLook<TData extends RowData> {
  /** More classes for a row, such as those of an inactive entry. */
  rowClass?: ((row: TData) => string | undefined) | undefined;
  /** What stands below a row that is expanded; null for one that is not. */
  renderDetail?: ((row: TData) => ReactNode) | undefined;
}

type Columns<TData extends RowData> = readonly Column<typeof features, TData>[];

interface RowsProps<TData extends RowData> extends RowLook<TData> {
  rows: readonly TableRow<TData>[];
  columns: Columns<TData>;
}

/** Every row on the page; for short lists. */
export function AllRows<TData extends RowData>({
  rows,
  columns,
  rowClass,
  renderDetail,
}: RowsProps<TData>) {
  return rows.map((row, index) => (
    <BodyRow
      key={row.id}
      row={row}
      rowIndex={index + FIRST_ROW_INDEX}
      columns={columns}
      className={rowClass?.(row.original)}
      detail={renderDetail?.(row.original)}
    />
  ));
}

/** The rows in sight and a few around them; empty rows as high as the others stand for those. */
export function VirtualRows<TData extends RowData>({ rows, columns, rowClass }: RowsProps<TData>) {
  const start = useRef<HTMLTableRowElement>(null);
  const [rowHeight] = useState(rowHeightPx);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (start.current) {
      setScrollMargin(Math.round(start.current.getBoundingClientRect().top + window.scrollY));
    }
  }, [rows]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.index ?? 0) * rowHeight;
  const after = (rows.length - 1 - (items.at(-1)?.index ?? -1)) * rowHeight;
  return (
    <>
      <SpacerRow ref={start} height={before} columnCount={columns.length} />
      {items.map(({ index }) => {
        const row = rows[index];
        return (
          row && (
            <BodyRow
              key={row.id}
              row={row}
              rowIndex={index + FIRST_ROW_INDEX}
              columns={columns}
              className={rowClass?.(row.original)}
              fixedHeight
            />
          )
        );
      })}
      <SpacerRow height={after} columnCount={columns.length} />
    </>
  );
}

function rowHeightPx(): number {
  return Math.round(
    ROW_HEIGHT_REM * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16),
  );
}

interface SpacerRowProps {
  ref?: Ref<HTMLTableRowElement>;
  height: number;
  columnCount: number;
}

function SpacerRow({ ref, height, columnCount }: SpacerRowProps) {
  return (
    <tr ref={ref} aria-hidden>
      <td colSpan={columnCount} className="p-0" style={{ height }} />
    </tr>
  );
}

interface BodyRowProps<TData extends RowData> {
  row: TableRow<TData>;
  rowIndex: number;
  columns: Columns<TData>;
  className?: string | undefined;
  detail?: ReactNode;
  /** Exactly as high as its neighbours: what does not fit in two lines is cut. */
  fixedHeight?: boolean;
}

/** Renders anew only when its row or the columns change: `memo` would lose the type parameter, a class keeps it. */
class BodyRow<TData extends RowData> extends PureComponent<BodyRowProps<TData>> {
  override render() {
    const { row, rowIndex, columns, className, detail, fixedHeight = false } = this.props;
    return (
      <>
        <tr aria-rowindex={rowIndex} className={cn('hover:bg-sunken', className)}>
          {row.getAllCells().map((cell) => (
            <td
              key={cell.id}
              className={cn(
                'h-14 border-b border-line px-3 align-middle wrap-anywhere first:pl-5 last:pr-5',
                fixedHeight ? 'py-0' : 'py-2',
                cell.column.columnDef.meta?.numeric && 'text-right tabular-nums',
              )}
            >
              {fixedHeight ? (
                <TwoLines>
                  <FlexRender cell={cell} />
                </TwoLines>
              ) : (
                <FlexRender cell={cell} />
              )}
            </td>
          ))}
        </tr>
        {detail != null && detail !== false && (
          <tr>
            <td colSpan={columns.length} className="border-b border-line bg-sunken px-5 py-4">
              {detail}
            </td>
          </tr>
        )}
      </>
    );
  }
}

/** Holds its content to two lines; what is more is cut below, and focus rings have room at the sides. */
function TwoLines({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-1 flex h-10 items-center-safe overflow-hidden px-1">
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
