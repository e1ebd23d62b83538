import type { BulkType } from '~/imports/schema';
import { BULK_COLUMNS, headingKey, type BulkColumn } from '~/imports/bulk-columns';
import { isBlankCell, type Cell } from '../formats/sheet-row';

/** A column of the file: its index and the field it is read as. */
export interface MatchedColumn {
  index: number;
  heading: string;
  column: BulkColumn | null;
}

export interface MatchedHeadings {
  columns: readonly MatchedColumn[];
  /** Required fields without a column. */
  missing: readonly BulkColumn[];
}

type Names = (column: BulkColumn) => readonly string[];

/** From the most to the least specific name; earlier ones take precedence. */
const NAMES: readonly Names[] = [
  (column) => [column.field],
  (column) => [column.label],
  (column) => column.aliases,
];

/** Finds columns by any known name. `chosen`, the user's mapping, comes first; "" leaves one out. */
export function matchHeadings(
  type: BulkType,
  cells: readonly Cell[],
  chosen: Readonly<Record<string, string>> = {},
): MatchedHeadings {
  const fields = BULK_COLUMNS[type];
  const columns: MatchedColumn[] = [];
  for (const [index, cell] of cells.entries()) {
    if (!isBlankCell(cell)) columns.push({ index, heading: String(cell).trim(), column: null });
  }
  const matched = new Set<BulkColumn>();
  const unmatched = new Set(columns);
  const match = (target: MatchedColumn, column: BulkColumn) => {
    target.column = column;
    matched.add(column);
    unmatched.delete(target);
  };
  for (const target of columns) {
    const choice = Object.hasOwn(chosen, target.heading) ? chosen[target.heading] : undefined;
    if (choice === undefined) continue;
    const column = fields.find(({ field }) => field === choice);
    if (choice === '') unmatched.delete(target);
    else if (column && !matched.has(column)) match(target, column);
  }
  for (const namesOf of NAMES) {
    for (const column of fields) {
      if (matched.has(column)) continue;
      const names = new Set(namesOf(column).map(headingKey));
      const target = columns.find(
        (one) => unmatched.has(one) && names.has(headingKey(one.heading)),
      );
      if (target) match(target, column);
    }
  }
  const missing = fields.filter((column) => column.required && !matched.has(column));
  return { columns, missing };
}
