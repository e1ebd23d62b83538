import { BULK_TYPES, type BulkType } from '~/imports/schema';
import { fieldsOf, parseJson } from '~/fields/reading';
import { z } from '~/fields/zod';
import { storeItem, readItem } from '~/kit/ui/storage';

/** Local storage key of the choice for rows that match stored records, by type. */
const EXISTING_KEY = 'bulk_existing';

/** Creates the rows that match no stored record, updates the records that other rows match, or does both. */
export const EXISTING_CHOICES = ['create', 'update', 'both'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

const existingChoices = () => fieldsOf(parseJson(readItem(EXISTING_KEY) ?? ''));

export function rememberedExisting(type: BulkType): ExistingChoice {
  const stored = existingChoices()[type];
  return EXISTING_CHOICES.find((one) => one === stored) ?? 'create';
}

export function rememberExisting(type: BulkType, choice: ExistingChoice): void {
  storeItem(EXISTING_KEY, JSON.stringify({ ...existingChoices(), [type]: choice }));
}

const pendingImportSchema = z.object({
  key: z.string(),
  type: z.enum(BULK_TYPES),
  fileName: z.string(),
  total: z.number(),
});
/** An import that was started on this page. It is stored so that its result is found after a reload. */
export type PendingImport = z.infer<typeof pendingImportSchema>;

const PENDING_KEY = 'bulk_import';

export function storePendingImport(pending: PendingImport | null): void {
  storeItem(PENDING_KEY, pending && JSON.stringify(pending), 'session');
}

export function readPendingImport(): PendingImport | null {
  const stored = parseJson(readItem(PENDING_KEY, 'session') ?? '');
  return pendingImportSchema.safeParse(stored).data ?? null;
}
