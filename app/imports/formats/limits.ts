import type { SentenceText } from '~/language/sentence';

/** Limits of an import file; each error message names its limit. */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024;
/** Rows below the heading row, blank ones aside. */
export const ROW_LIMIT = 200_000;
export const COLUMN_LIMIT = 100;
/** Parts of an XLSX package, and their size once unpacked. */
export const ZIP_ENTRY_LIMIT = 2_000;
export const UNPACKED_LIMIT_BYTES = 150 * 1024 * 1024;

/** Heap of the process that reads a file. */
export const CHILD_HEAP_LIMIT_MB = 256;
export const CHILD_TIME_LIMIT_MS = 120_000;

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** Answered with 413. */
export const FILE_TOO_LARGE_MESSAGE: SentenceText = `The file is too large: at most ${megabytes(FILE_LIMIT_BYTES)} are read`;
/** Answered with 503 while the places for readers, and the line before them, are taken. */
export const TOO_MANY_FILES_MESSAGE = 'Too many files are being read. Try again in a minute';
