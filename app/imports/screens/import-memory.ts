import { BULK_TYPES, type BulkType } from '~/imports/schema';
import { UNNAMED_HEADING } from '~/imports/bulk-columns';
import { fieldsOf, parseJson } from '~/fields/reading';
import { z } from '~/fields/zod';
import { storeItem, readItem } from '~/kit/ui/storage';

/** Local storage key of the columns that a person has mapped, by type. */
const COLUMNS_KEY = 'bulk_columns';

/** Heading to field; "" leaves a column out. */
const choicesSchema = z.record(z.string(), z.string()).readonly();
export type ColumnChoices = z.infer<typeof choicesSchema>;

const readAll = () => fieldsOf(parseJson(readItem(COLUMNS_KEY) ?? ''));

export function rememberedColumns(type: BulkType): ColumnChoices {
  return choicesSchema.safeParse(readAll()[type]).data ?? {};
}

/** Choices that another file may share: a column without a heading is another one there. */
export function ofAnyFile(columns: ColumnChoices): ColumnChoices {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !UNNAMED_HEADING.test(name)),
  );
}

/** Remembers the choice of columns. Without storage it applies to this page only. */
export function rememberColumns(type: BulkType, columns: ColumnChoices): void {
  storeItem(COLUMNS_KEY, JSON.stringify({ ...readAll(), [type]: ofAnyFile(columns) }));
}

const pendingImportSchema = z.object({
  key: z.string(),
  type: z.enum(BULK_TYPES),
  fileName: z.string(),
  total: z.number(),
});
/** An import that was started on this page, stored so that its result is found after a reload. */
export type PendingImport = z.infer<typeof pendingImportSchema>;

const PENDING_KEY = 'bulk_import';

export function storePendingImport(pending: PendingImport | null): void {
  storeItem(PENDING_KEY, pending && JSON.stringify(pending), 'session');
}

export function readPendingImport(): PendingImport | null {
  const stored = parseJson(readItem(PENDING_KEY, 'session') ?? '');
  return pendingImportSchema.safeParse(stored).data ?? null;
}
