import type { BulkType } from '~/contract/bulk';
import { fieldsOf } from '~/contract/reading';

/** Local storage key of the columns that a person has mapped, by type. */
const STORAGE_KEY = 'bulk_columns';

/** Heading to field; "" leaves a column out. */
export type ColumnChoices = Readonly<Record<string, string>>;

function readAll(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return fieldsOf(stored);
  } catch {
    return {};
  }
}

/** The columns that were mapped in this browser for a type. */
export function rememberedColumns(type: BulkType): ColumnChoices {
  const entries = Object.entries(fieldsOf(readAll()[type]));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function rememberColumns(type: BulkType, columns: ColumnChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readAll(), [type]: columns }));
  } catch {
    // Storage is full or blocked; the choice still applies on this page.
  }
}
