/** Rows of an import above which its progress is shown. */
const PROGRESS_ABOVE_ROWS = 1_000;

/** The part of the import's state that decides what its page shows. */
interface BulkStatus {
  creation: { status: 'idle' | 'pending' | 'success' | 'error' };
  /** The API is the embedded one: it reports the progress of an import. */
  embedded: boolean;
  resumed: object | null;
  stale: boolean;
  results: { validRows: readonly unknown[] } | null;
}

export function bulkView({ creation: { status }, embedded, resumed, stale, results }: BulkStatus) {
  const total = results?.validRows.length ?? 0;
  return {
    total,
    showsResumed: resumed !== null && status === 'idle',
    showsProgress: status === 'pending' && embedded && total > PROGRESS_ABOVE_ROWS,
    canCreate: total > 0 && status !== 'success' && !stale,
  };
}
