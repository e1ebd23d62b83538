import type { RowData } from '@tanstack/react-table';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { BodyRow, FIRST_ROW_INDEX, SpacerRow, type RowsProps } from './body-row';
import { useRowHeight } from './row-height';
import { usePainted, useScreenful } from './use-first-screen';
import { usePrinting } from './use-printing';

const windowing = lazyModule(() => import('./virtual-rows'));

/** What chooses rows is loaded after the first ones are painted. The other rows come with it, in one render, or after this long. */
const LONGEST_WAIT_MS = 300;

/** Whether it is time for more than the first screen. */
function useMoreRows<TData extends RowData>({ columns, select }: RowsProps<TData>): boolean {
  const selectable = columns.some(({ columnDef }) => columnDef.meta?.selectable === true);
  const painted = usePainted(selectable ? LONGEST_WAIT_MS : 0);
  return painted || select !== undefined;
}

/** Renders every row; for short lists. Those on the first screen are painted first, the others right after. */
export function AllRows<TData extends RowData>(props: RowsProps<TData>) {
  const screenful = useScreenful(useRowHeight(props.columns.length));
  const more = useMoreRows(props);
  const all = usePrinting() || more;
  return <RowsUpTo {...props} count={all ? props.rows.length : screenful} />;
}

/**
 * The rows of a long list. The first ones are painted at once; the virtual list is loaded in the meantime and takes over
 * without a jump.
 */
export function LongRows<TData extends RowData>(props: RowsProps<TData>) {
  const VirtualRows = useLazyModule(windowing, 'painted').module?.VirtualRows;
  const screenful = useScreenful(useRowHeight(props.columns.length));
  const more = useMoreRows(props);
  return VirtualRows && more ? (
    <VirtualRows {...props} />
  ) : (
    <RowsUpTo {...props} count={screenful} fixedHeight />
  );
}

interface RowsUpToProps<TData extends RowData> extends RowsProps<TData> {
  count: number;
  fixedHeight?: boolean;
}

/** The first rows, and an empty one about as high as all others together. */
function RowsUpTo<TData extends RowData>({
  rows,
  columns,
  rowClass,
  select,
  renderDetail,
  count,
  fixedHeight = false,
}: RowsUpToProps<TData>) {
  const rowHeight = useRowHeight(columns.length);
  return (
    <>
      {rows.slice(0, count).map((row, index) => (
        <BodyRow
          key={row.id}
          row={row}
          rowIndex={index + FIRST_ROW_INDEX}
          columns={columns}
          className={rowClass?.(row.original)}
          select={select}
          detail={renderDetail?.(row.original)}
          fixedHeight={fixedHeight ? rowHeight : undefined}
        />
      ))}
      <SpacerRow height={(rows.length - count) * rowHeight} columnCount={columns.length} />
    </>
  );
}
