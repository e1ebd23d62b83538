import { BULK_TYPES, type BulkType } from '~/contract/bulk';
import { fieldsOf, readNumber, readText } from '~/contract/reading';
import { parseJson } from '~/lib/parse-json';
import { keepItem, readItem } from '~/lib/stored';

/** An import that was started on this page, stored so that its result is found after a reload. */
export interface PendingImport {
  key: string;
  type: BulkType;
  fileName: string;
  /** Total number of rows. */
  total: number;
}

const STORAGE_KEY = 'bulk_import';

export function storePendingImport(pending: PendingImport | null): void {
  keepItem(STORAGE_KEY, pending && JSON.stringify(pending), 'session');
}

export function readPendingImport(): PendingImport | null {
  const stored = fieldsOf(parseJson(readItem(STORAGE_KEY, 'session') ?? ''));
  const type = BULK_TYPES.find((one) => one === stored.type);
  const key = readText(stored.key);
  if (!type || key === null) return null;
  const fileName = readText(stored.fileName) ?? '';
  return { key, type, fileName, total: readNumber(stored.total) ?? 0 };
}
