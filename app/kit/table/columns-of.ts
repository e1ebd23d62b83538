import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { msg } from '~/language/texts';
import { createColumnHelper, type ColumnMeta } from './table-features';

/** The columns of a table, each by what its cell shows of a record. */
export function columnsOf<TData extends RowData>() {
  const { display, columns } = createColumnHelper<TData>();
  const column = (
    id: string,
    header: string,
    cell: (record: TData) => ReactNode,
    meta: ColumnMeta = {},
  ) => display({ id, header, meta, cell: ({ row }) => cell(row.original) });
  return {
    columns,
    column,
    /** The last column: the buttons of a row; `narrow` where they are a menu. */
    actions: (width: string, cell: (record: TData) => ReactNode, narrow?: string) =>
      column('actions', msg`Actions`, cell, { width, narrow }),
  };
}
