import { BULK_FILE_EXTENSIONS } from '~/contract/bulk';
import { formatDecimals } from '~/lib/format';
import { msg } from '~/lib/texts';

/** What the browser's file picker offers. */
export const BULK_FILE_ACCEPT = [
  ...BULK_FILE_EXTENSIONS,
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',');

const ONE_FILE_MESSAGE = msg`Please choose one file only`;
const FILE_TYPE_MESSAGE = msg`Please choose a CSV, XLS or XLSX file`;

/** Why the chosen files are invalid, or null: one file, with a known extension. */
export function findFileProblem(files: readonly File[]): string | null {
  const [file] = files;
  if (!file) return null;
  if (files.length > 1) return ONE_FILE_MESSAGE;
  const name = file.name.toLowerCase();
  return BULK_FILE_EXTENSIONS.some((ending) => name.endsWith(ending)) ? null : FILE_TYPE_MESSAGE;
}

/** A file's size in KB of 1,024 bytes. */
export function formatKilobytes(bytes: number): string {
  return `${formatDecimals(bytes / 1024)} KB`;
}
