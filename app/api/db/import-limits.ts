/** Limit of all database work of a bulk call: validation, import or undo. */
export const IMPORT_LIMIT_MS = 10 * 60_000;
/** One statement of an import or its undo; it may wait for another import. */
export const IMPORT_STATEMENT_LIMIT_MS = 120_000;
