import type { RowData } from '@tanstack/react-table';
import { useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { BodyRow, FIRST_ROW_INDEX, SpacerRow, type RowsProps } from './body-row';
import { rowHeightPx } from './row-height';

/** Rows of a long list that are there before the windowing is: more than the tallest screen shows. */
const FIRST_ROWS = 60;

const windowing = lazyModule(() => import('./virtual-rows'));

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

/**
 * The rows of a long list. The first ones are painted at once; what keeps only those in sight on the page is fetched
 * meanwhile and takes over without a jump.
 */
export function LongRows<TData extends RowData>(props: RowsProps<TData>) {
  const VirtualRows = useLazyModule(windowing, true).module?.VirtualRows;
  return VirtualRows ? <VirtualRows {...props} /> : <FirstRows {...props} />;
}

function FirstRows<TData extends RowData>({ rows, columns, rowClass }: RowsProps<TData>) {
  const [rowHeight] = useState(rowHeightPx);
  return (
    <>
      {rows.slice(0, FIRST_ROWS).map((row, index) => (
        <BodyRow
          key={row.id}
          row={row}
          rowIndex={index + FIRST_ROW_INDEX}
          columns={columns}
          className={rowClass?.(row.original)}
          fixedHeight
        />
      ))}
      <SpacerRow
        height={Math.max(0, rows.length - FIRST_ROWS) * rowHeight}
        columnCount={columns.length}
      />
    </>
  );
}
