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
  /** A CSS width. Columns without one share what is left. */
  width?: string | undefined;
  /** The same where the buttons of each row are a menu. */
  narrow?: string | undefined;
  /**
   * Where a row is two lines, on a phone: its first line, a part of its second (with the column's name where it is 'named', without a
   * point before it where it is a 'badge'), before them or at their end. A table with a title shows no other columns there; one
   * without shows each as a line of a card.
   */
  phone?: 'title' | 'note' | 'named' | 'badge' | 'lead' | 'end' | undefined;
  /** Its header is a button that calls onSort with the column's id. */
  sortable?: boolean | undefined;
  /** Never more than two lines: a long list, whose rows are as high as each other, cuts nothing. */
  short?: boolean | undefined;
  /** The first column, with room for the checkbox that chooses a row. */
  selectable?: boolean | undefined;
  /** Aligned at the end, so that digits line up. */
  numeric?: boolean | undefined;
}

/** Only the core: the URL and the API sort, page and filter, so no row model is in the bundle. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type TableColumn<TData extends RowData> = ColumnDef<typeof features, TData>;
export type TableRow<TData extends RowData> = Row<typeof features, TData>;

export function createColumnHelper<TData extends RowData>() {
  return createHelper<typeof features, TData>();
}
