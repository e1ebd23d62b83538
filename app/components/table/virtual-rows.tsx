import type { RowData } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import { BodyRow, FIRST_ROW_INDEX, SpacerRow, type RowsProps } from './body-row';
import { useRowHeight } from './row-height';

/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 4;

/** The visible rows and a few around them; empty rows take the height of the others. */
export function VirtualRows<TData extends RowData>({
  body,
  rows,
  columns,
  rowClass,
  select,
}: RowsProps<TData>) {
  const rowHeight = useRowHeight(columns.length);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) {
      setScrollMargin(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    }
  }, [body, rows]);
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.index ?? 0) * rowHeight;
  const after = (rows.length - 1 - (items.at(-1)?.index ?? -1)) * rowHeight;
  return (
    <>
      <SpacerRow height={before} columnCount={columns.length} />
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
              select={select}
              fixedHeight={rowHeight}
            />
          )
        );
      })}
      <SpacerRow height={after} columnCount={columns.length} />
    </>
  );
}
