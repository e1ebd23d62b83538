import {
  createColumnHelper as createHelper,
  metaHelper,
  tableFeatures,
  type ColumnDef,
  type Row,
  type RowData,
} from '@tanstack/react-table';

/** How a column looks; what it shows is its cell. */
export interface ColumnMeta {
  /** A CSS width. Columns without one share what is left. */
  width?: string | undefined;
  /** Its header is a button that calls onSort with the column's id. */
  sortable?: boolean | undefined;
  /** Aligned at the end, so that digits stand below each other. */
  numeric?: boolean | undefined;
}

/**
 * The table features in use: none but the core. Sorting, paging and filters are the URL's and the API's, so no row model
 * is built here, and none of it is in the bundle.
 */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type TableColumn<TData extends RowData> = ColumnDef<typeof features, TData>;
export type TableRow<TData extends RowData> = Row<typeof features, TData>;

/** The library's column helper for this product's tables. */
export function createColumnHelper<TData extends RowData>() {
  return createHelper<typeof features, TData>();
}
