/** The lists that can be exported, and how (docs/behaviour/exports.md). */

export type ExportList = 'condos' | 'apartments' | 'users' | 'invitations' | 'residents';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The separators of CSV files; the first one is proposed. */
export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Rows exported so far; `total` is null until it is known. */
export interface ExportProgress {
  rows: number;
  total: number | null;
}
