import { mapNames } from '~/fields/fields';
import { BULK_TYPES, type BulkType } from './schema';
import { BULK_COLUMNS } from './bulk-columns';

/** The static CSV templates in public/ (docs/behaviour/imports.md). */
export const TEMPLATE_FILES = mapNames(BULK_TYPES, (type) => `${type}_template.csv`);

/**
 * Writes the column names and one row, which has examples or `filledIn`. `npm run make:templates` writes
 * the files.
 */
export function csvTemplate(
  type: BulkType,
  filledIn: Readonly<Record<string, string | number>> = {},
): string {
  const columns = BULK_COLUMNS[type];
  const rows = [
    columns.map(({ field }) => field),
    columns.map(({ field, example }) => String(filledIn[field] ?? example)),
  ];
  return rows.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
