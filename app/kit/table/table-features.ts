import {
  createColumnHelper,
  metaHelper,
  tableFeatures,
  type ColumnDef,
  type Row,
  type RowData,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { msg } from '~/language/texts';
import type { Asks } from '~/rpc/own-rights';

/** A column's presentation. Its content is the cell. */
export interface ColumnMeta {
  /** A CSS width. Columns without one share the remaining width. */
  width?: string | undefined;
  /** The width if the buttons of each row are in a menu. 'hidden' leaves the column out then. */
  narrow?: string | undefined;
  /** English texts of the row's buttons, by which the column is widened in other languages. */
  words?: readonly string[] | undefined;
  /**
   * Position on a phone, where a row has two lines. The title is the first line. The second line has notes
   * ('named' with the column's name, 'badge' without a point before it) between 'lead' and 'end'. Other
   * columns are hidden. A table without a title shows each row as a card, with a line per column.
   */
  phone?: 'title' | 'note' | 'named' | 'badge' | 'lead' | 'end' | undefined;
  /** Makes the header a button that calls onSort with the column's id. */
  sortable?: boolean | undefined;
  /** Set if the cell never exceeds two lines, so that a long list need not clip it. */
  short?: boolean | undefined;
  /** Right that the buttons in it need. Without it the table does not have this column. */
  asks?: Asks | undefined;
  /** True for the first column, if it has room for the checkbox that chooses a row. */
  selectable?: boolean | undefined;
  /** True to align digits at the end. */
  numeric?: boolean | undefined;
  /** True for numbers and codes, which the browser's translation must leave alone. */
  code?: boolean | undefined;
}

/** Only the core: sorting, paging and filtering are done by the URL and the API. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type TableColumn<TData extends RowData> = ColumnDef<typeof features, TData>;
export type TableRow<TData extends RowData> = Row<typeof features, TData>;

/** The columns of a table, each with the function that renders a record's cell. */
export function columnsOf<TData extends RowData>() {
  const { display, columns } = createColumnHelper<typeof features, TData>();
  const column = (
    id: string,
    header: string,
    cell: (record: TData) => ReactNode,
    meta: ColumnMeta = {},
  ) => display({ id, header, meta, cell: ({ row }) => cell(row.original) });
  return {
    columns,
    column,
    /**
     * The last column, with the buttons of a row. They need the right to write by default. `narrow` is the
     * width of a menu.
     */
    actions: (
      width: string,
      cell: (record: TData) => ReactNode,
      { asks = 'write', ...meta }: Pick<ColumnMeta, 'narrow' | 'words' | 'asks'> = {},
    ) => column('actions', msg`Actions`, cell, { width, asks, ...meta }),
  };
}

/**
 * Roles of a table's elements. On a phone CSS turns rows into cards (styles.css), and some browsers drop an
 * element's role without table layout.
 */
export const TABLE = { role: 'table' } as const;
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;

/** Makes unique keys from ids. External APIs may repeat an id, and React would then keep removed rows. */
export function uniqueKeys(ids: ReadonlyArray<string | number | null>): readonly string[] {
  const keys = new Set<string>();
  for (const [position, id] of ids.entries()) {
    const key = `${id ?? ''}`;
    keys.add(id === null || keys.has(key) ? `${key} at ${position}` : key);
  }
  return [...keys];
}
