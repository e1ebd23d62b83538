import {
  createColumnHelper as createHelper,
  metaHelper,
  tableFeatures,
  type ColumnDef,
  type Row,
  type RowData,
} from '@tanstack/react-table';

/** A column's presentation; its content is its cell. */
export interface ColumnMeta {
  /** A CSS width. Columns without one share the remaining width. */
  width?: string | undefined;
  /** The width if the buttons of each row are a menu. */
  narrow?: string | undefined;
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
  /** The first column, with room for the checkbox that chooses a row. */
  selectable?: boolean | undefined;
  /** Aligned at the end, so that digits line up. */
  numeric?: boolean | undefined;
}

/** The core only: the URL and the API sort, page and filter. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type TableColumn<TData extends RowData> = ColumnDef<typeof features, TData>;
export type TableRow<TData extends RowData> = Row<typeof features, TData>;

export function createColumnHelper<TData extends RowData>() {
  return createHelper<typeof features, TData>();
}
