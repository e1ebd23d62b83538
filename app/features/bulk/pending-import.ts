import { BULK_TYPES } from '~/contract/bulk';
import { z } from '~/contract/zod';
import { parseJson } from '~/lib/parse-json';
import { keepItem, readItem } from '~/lib/stored';

const pendingImportSchema = z.object({
  key: z.string(),
  type: z.enum(BULK_TYPES),
  fileName: z.string(),
  /** Number of rows. */
  total: z.number(),
});
/** An import that was started on this page, stored so that its result is found after a reload. */
export type PendingImport = z.infer<typeof pendingImportSchema>;

const STORAGE_KEY = 'bulk_import';

export function storePendingImport(pending: PendingImport | null): void {
  keepItem(STORAGE_KEY, pending && JSON.stringify(pending), 'session');
}

export function readPendingImport(): PendingImport | null {
  const stored = parseJson(readItem(STORAGE_KEY, 'session') ?? '');
  return pendingImportSchema.safeParse(stored).data ?? null;
}
