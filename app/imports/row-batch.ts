/** A row's values by the names of EXPORT_COLUMNS. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Some rows of a list, in order. `total` is the number of all, perhaps approximate, or null if unknown. */
export interface RowBatch {
  rows: readonly ExportRow[];
  total: number | null;
}
