import type { RowData } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { usePainted } from '~/lib/use-painted';
import { BodyRow, FIRST_ROW_INDEX, SpacerRow, type RowsProps } from './body-row';
import { useRowHeight } from './row-height';
import { shownKeys, useRowKeys } from './row-keys';
import type { RowOf } from './row-of';
import { rowsInSight, usePaintedRows, useScreenful } from './use-first-screen';
import { usePrinting } from './use-printing';
import type { RowRange, RowsInSightProps } from './virtual-rows';

const windowing = lazyModule(() => import('./virtual-rows'));

/** What chooses rows is loaded after the first ones are painted. The other rows come with it, in one render, or after this long. */
const LONGEST_WAIT_MS = 300;

interface TableRowsProps<TData extends RowData> extends RowsProps<TData> {
  /** A long list: its rows are as high as each other, and only those in sight are rendered. */
  isLong: boolean;
  /** The id of the element around the rows. */
  bodyId: string;
  /** What the rows answer (row-keys). */
  question: unknown;
  getRowId: (entry: TData, position: number) => string;
  rowOf: RowOf<TData>;
}

/** Whether it is time for more than the first screen. */
function useMoreRows<TData extends RowData>({ columns, select }: TableRowsProps<TData>): boolean {
  const selectable = columns.some(({ columnDef }) => columnDef.meta?.selectable === true);
  const painted = usePainted(selectable ? LONGEST_WAIT_MS : 0);
  return painted || select !== undefined;
}

/**
 * The rows of a table. Those of the first screen are painted first; then come the others, or of a long list those around them, by
 * the virtual list, which is loaded in the meantime and takes over without a jump. So it is with another question's rows: until those in
 * sight are painted, the elements below show what they showed.
 */
export function TableRows<TData extends RowData>(props: TableRowsProps<TData>) {
  const { data, columns, rowClass, select, renderDetail, body, isLong, bodyId, question } = props;
  const { getRowId, rowOf } = props;
  const rowHeight = useRowHeight(body, columns.length);
  const screenful = useScreenful(rowHeight);
  const more = useMoreRows(props);
  const all = usePrinting() || more;
  const [inSight, setInSight] = useState<RowRange | null>(null);
  const ids = useMemo(() => data.map(getRowId), [data, getRowId]);
  const keys = useRowKeys({ ids, question, listId: bodyId });
  const painted = usePaintedRows(data, question);

  const range = isLong && inSight ? inSight : { from: 0, to: screenful };
  const to = all && !isLong ? data.length : Math.min(range.to, data.length);
  const from = Math.min(range.from, to);
  const first = painted === data || isLong ? to : Math.min(rowsInSight(bodyId), to);
  const shown = [...data.slice(from, first), ...painted.slice(first, to)];
  const shownKey = shownKeys(keys, from, from + shown.length);
  return (
    <>
      {isLong && (
        <RowsInSight
          isDue={more}
          body={body}
          data={data}
          rowHeight={rowHeight}
          onChange={setInSight}
        />
      )}
      <SpacerRow height={from * rowHeight} columnCount={columns.length} />
      {shown.map((entry, index) => (
        <BodyRow
          key={shownKey[index]}
          row={rowOf(entry, from + index)}
          rowIndex={from + index + FIRST_ROW_INDEX}
          columns={columns}
          className={rowClass?.(entry)}
          select={select}
          detail={isLong ? undefined : renderDetail?.(entry)}
          fixedHeight={isLong ? rowHeight : undefined}
        />
      ))}
      <SpacerRow
        height={(data.length - from - shown.length) * rowHeight}
        columnCount={columns.length}
      />
    </>
  );
}

/** Reports which rows of a long list are in sight, once the virtual list is loaded and it is time for more than the first screen. */
function RowsInSight({ isDue, ...props }: RowsInSightProps & { isDue: boolean }) {
  const VirtualRows = useLazyModule(windowing, 'painted').module?.VirtualRows;
  return VirtualRows && isDue && <VirtualRows {...props} />;
}
