import { constructRow, type RowData, type Table } from '@tanstack/react-table';
import { useState } from 'react';
import type { features, TableRow } from './table-features';

export type RowOf<TData extends RowData> = (entry: TData, position: number) => TableRow<TData>;

/**
 * Makes a table's row of an entry when it is first shown: of 10,000 entries a screen shows 30. An entry that stays is the same row, in any
 * list and at any position, so it does not render again.
 */
export function useRowOf<TData extends RowData>(
  table: Table<typeof features, TData>,
  getRowId: (entry: TData, position: number) => string,
): RowOf<TData> {
  // Of the first render: each has a table object of its own, and with it would come another prototype of all rows.
  const [made] = useState(() => ({ table, rows: new WeakMap<TData, TableRow<TData>>() }));
  return (entry, position) => {
    const id = getRowId(entry, position);
    const known = made.rows.get(entry);
    if (known?.id === id) return known;
    const row = constructRow(made.table, id, entry, position, 0);
    made.rows.set(entry, row);
    return row;
  };
}
