/** Rows of an import above which its progress is shown. */
const PROGRESS_ABOVE_ROWS = 1_000;

/** The part of the import's state that decides what its page shows. */
interface BulkStatus {
  creation: 'idle' | 'pending' | 'success' | 'error';
  /** The API is the embedded one: it reports the progress of an import. */
  embedded: boolean;
  /** An import of an earlier visit may still be running. */
  hasResumed: boolean;
  /** Sheet or columns have changed since the file was read. */
  stale: boolean;
  validRows: number;
}

export function bulkView({ creation, embedded, hasResumed, stale, validRows }: BulkStatus) {
  return {
    showsResumed: hasResumed && creation === 'idle',
    showsProgress: creation === 'pending' && embedded && validRows > PROGRESS_ABOVE_ROWS,
    /** "Create Entries for Valid Rows" is there. */
    canCreate: validRows > 0 && creation !== 'success' && !stale,
  };
}
