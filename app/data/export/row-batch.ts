/** A row's values by the names of EXPORT_COLUMNS. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Some rows of a list, in its order; `total`: how many it has, where that is known, at least about. */
export interface RowBatch {
  rows: readonly ExportRow[];
  total: number | null;
}
