import { BULK_TYPES, type BulkType } from '~/contract/bulk';
import { fieldsOf, readNumber, readText } from '~/contract/reading';

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
  try {
    if (pending) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage only the result is lost on reload.
  }
}

export function readPendingImport(): PendingImport | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    const { key, type, fileName, total } = fieldsOf(stored);
    const known = BULK_TYPES.find((one) => one === type);
    const text = readText(key);
    if (!known || text === null) return null;
    return {
      key: text,
      type: known,
      fileName: readText(fileName) ?? '',
      total: readNumber(total) ?? 0,
    };
  } catch {
    return null;
  }
}
