import type { BulkType } from '~/contract/bulk';
import { fieldsOf } from '~/contract/reading';
import { z } from '~/contract/zod';
import { parseJson } from '~/lib/parse-json';
import { keepItem, readItem } from '~/lib/stored';

/** Local storage key of the columns that a person has mapped, by type. */
const STORAGE_KEY = 'bulk_columns';

/** Heading to field; "" leaves a column out. */
const choicesSchema = z.record(z.string(), z.string()).readonly();
export type ColumnChoices = z.infer<typeof choicesSchema>;

const readAll = () => fieldsOf(parseJson(readItem(STORAGE_KEY) ?? ''));

/** The columns that were mapped in this browser for a type. */
export function rememberedColumns(type: BulkType): ColumnChoices {
  return choicesSchema.safeParse(readAll()[type]).data ?? {};
}

/** Where they cannot be kept, the choice still applies on this page. */
export function rememberColumns(type: BulkType, columns: ColumnChoices): void {
  keepItem(STORAGE_KEY, JSON.stringify({ ...readAll(), [type]: columns }));
}
