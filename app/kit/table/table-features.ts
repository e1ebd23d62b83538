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
import type { Asked } from '~/rpc/own-rights';

/** A column's presentation; its content is its cell. */
export interface ColumnMeta {
  /** A CSS width. Columns without one share the remaining width. */
  width?: string | undefined;
  /** The width if the buttons of each row are a menu. */
  narrow?: string | undefined;
  /** English texts of the row's buttons: how much wider the column is in a language. */
  words?: readonly string[] | undefined;
  /**
   * Position on a phone, where a row has two lines. The title is the first line. The second has notes
   * ('named' with the column's name, 'badge' without a point before it), after 'lead' and before 'end'. Other
   * columns are hidden; a table without a title shows each column as a line of a card.
   */
  phone?: 'title' | 'note' | 'named' | 'badge' | 'lead' | 'end' | undefined;
  /** Makes the header a button that calls onSort with the column's id. */
  sortable?: boolean | undefined;
  /** Never more than two lines: a long list, whose rows are as high as each other, cuts nothing. */
  short?: boolean | undefined;
  /** Rights that the buttons in it ask for: without them the table has no such column. */
  asks?: Asked | undefined;
  /** The first column, with room for the checkbox that chooses a row. */
  selectable?: boolean | undefined;
  /** Aligned at the end, so that digits line up. */
  numeric?: boolean | undefined;
  /** Numbers and codes, which a browser's own translation leaves alone. */
  code?: boolean | undefined;
}

/** The core only: the URL and the API sort, page and filter. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type TableColumn<TData extends RowData> = ColumnDef<typeof features, TData>;
export type TableRow<TData extends RowData> = Row<typeof features, TData>;

/** The columns of a table, each by what its cell shows of a record. */
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
    /** The last column: the buttons of a row, which write unless said; `narrow` where they are a menu. */
    actions: (
      width: string,
      cell: (record: TData) => ReactNode,
      { asks = 'write', ...meta }: Pick<ColumnMeta, 'narrow' | 'words' | 'asks'> = {},
    ) => column('actions', msg`Actions`, cell, { width, asks, ...meta }),
  };
}

/**
 * Roles of a table's elements. On a phone CSS turns rows into cards (styles.css), and without table layout an
 * element loses its own role in some browsers.
 */
export const TABLE = { role: 'table' } as const;
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;

/** Unique keys from ids. External APIs may repeat an id; React would keep removed rows of that key. */
export function uniqueKeys(ids: ReadonlyArray<string | number | null>): readonly string[] {
  const keys = new Set<string>();
  for (const [position, id] of ids.entries()) {
    const key = `${id ?? ''}`;
    keys.add(id === null || keys.has(key) ? `${key} at ${position}` : key);
  }
  return [...keys];
}
