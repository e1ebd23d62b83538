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

const readAll = (key: string) => fieldsOf(parseJson(readItem(key) ?? ''));

function remember(key: string, type: BulkType, choice: object | string): void {
  storeItem(key, JSON.stringify({ ...readAll(key), [type]: choice }));
}

export function rememberedColumns(type: BulkType): ColumnChoices {
  return choicesSchema.safeParse(readAll(COLUMNS_KEY)[type]).data ?? {};
}

/** Choices that another file may share: a column without a heading is another one there. */
export function ofAnyFile(columns: ColumnChoices): ColumnChoices {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !UNNAMED_HEADING.test(name)),
  );
}

/** Remembers the choice of columns. Without storage it applies to this page only. */
export function rememberColumns(type: BulkType, columns: ColumnChoices): void {
  remember(COLUMNS_KEY, type, ofAnyFile(columns));
}

/** Local storage key of what is done with rows that fit stored records, by type. */
const EXISTING_KEY = 'bulk_existing';

/** Creates the rows that fit no stored record, updates the records that the others fit, or does both. */
export const EXISTING_CHOICES = ['create', 'update', 'both'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

export function rememberedExisting(type: BulkType): ExistingChoice {
  const stored = readAll(EXISTING_KEY)[type];
  return EXISTING_CHOICES.find((one) => one === stored) ?? 'create';
}

export function rememberExisting(type: BulkType, choice: ExistingChoice): void {
  remember(EXISTING_KEY, type, choice);
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
