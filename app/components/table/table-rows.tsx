import type { RowData } from '@tanstack/react-table';
import type { RefObject } from 'react';
import { useLanguage } from '~/lib/use-language';
import { BodyRow, FIRST_ROW_INDEX, type Columns, type RowProps } from './body-row';
import type { TableRow } from './table-features';
import { uniqueKeys } from './unique-keys';
import { useChosen } from './use-chosen';
import { useRowsInSight } from './use-rows-in-sight';

interface TableRowsProps<TData extends RowData> extends RowProps<TData> {
  /** The element around the rows. */
  body: RefObject<HTMLElement | null>;
  rows: readonly TableRow<TData>[];
  columns: Columns<TData>;
  /** A long list: its rows are as high as each other, and only those in sight are rendered. */
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
  const shown = rows.slice(from, to);
  const keys = uniqueKeys(shown.map(({ id }) => id));
  return (
    <>
      <SpacerRow height={from * height} columnCount={columnCount} />
      {shown.map((row, index) => (
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

/** Takes the height of rows that are not rendered. */
function SpacerRow({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but height */}
      <td colSpan={columnCount} className="p-0" style={{ height }} />
    </tr>
  );
}
