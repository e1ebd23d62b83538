import type { SentenceText } from '~/contract/sentence';
import { ROW_NUMBER, type BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { hasNeededApartment } from '~/contract/invitation';
import { APARTMENT_REQUIRED_MESSAGE } from '~/contract/invitation-fields';
import { INVITABLE_ROLES } from '~/contract/role';
import { isBlankCell, type Cell } from '../formats/sheet-row';
import { KEY_FIELDS } from './key-fields';
import { cellProblem, fieldValidators } from './field-rules';
import type { MatchedColumn } from './headings';
import { isValid, keyOf, type ReadRow } from './row';

type RowReader = (number: number, cells: readonly Cell[]) => ReadRow;

/** Reads rows of cells into rows of fields, each validated by the contract. `filled` are values of fields that the file has no column for. */
export function createRowReader(
  type: BulkType,
  columns: readonly MatchedColumn[],
  filled: ReadonlyMap<string, Cell> = new Map(),
): RowReader {
  const validators = fieldValidators(type);
  const byField = new Map(columns.map((column) => [column.column?.field, column]));
  const plan = BULK_COLUMNS[type].map(({ field }) => ({
    field,
    column: byField.get(field),
    validate: validators.get(field),
  }));
  const unread = columns.filter(({ column }) => column === null);
  const width = Math.max(-1, ...columns.map(({ index }) => index)) + 1;

  return (number, cells) => {
    const row: ReadRow = { number, values: { [ROW_NUMBER]: number }, keys: {}, problems: [] };
    for (const { field, column, validate } of plan) {
      const cell = column ? cells[column.index] : filled.get(field);
      const checked = validate?.(cell);
      if (!checked) continue;
      row.values[field] = checked.value;
      if (checked.problem === null) continue;
      row.problems.push(cellProblem(field, column?.heading, cell, checked.problem));
    }
    row.keys = keysOf(type, row.values);
    if (type === 'user_invite') {
      const missing = missingApartment(row);
      if (missing) {
        const { heading } = byField.get('apartment_id') ?? {};
        row.problems.push(cellProblem('apartment_id', heading, undefined, missing));
      }
    }
    if (cells.slice(width).some((cell) => !isBlankCell(cell))) {
      row.problems.push({ text: `The row has more cells than there are columns (${width})` });
    }
    if (unread.length > 0) row.extra = unreadCells(unread, cells);
    if (isValid(row)) return row;
    const raw: Record<string, unknown> = { [ROW_NUMBER]: number };
    for (const { field, column } of plan) {
      if (column) raw[field] = cells[column.index] ?? null;
      else if (filled.has(field)) raw[field] = filled.get(field);
    }
    return { ...row, values: raw };
  };
}

/** The values of a row that rows are compared by. */
export function keysOf(type: BulkType, values: Readonly<Record<string, unknown>>): ReadRow['keys'] {
  const keys: ReadRow['keys'] = {};
  for (const field of KEY_FIELDS[type]) {
    const value = values[field];
    keys[field] = typeof value === 'string' || typeof value === 'number' ? value : null;
  }
  return keys;
}

function unreadCells(
  unread: readonly MatchedColumn[],
  cells: readonly Cell[],
): Record<string, Cell> {
  const found: Record<string, Cell> = {};
  for (const { heading, index } of unread) {
    const cell = cells[index];
    if (cell !== undefined && !isBlankCell(cell)) found[heading] = cell;
  }
  return found;
}

/** Why an invitation needs an apartment that it does not have; null where all is well, or another problem is known. */
function missingApartment(row: ReadRow): SentenceText | null {
  if (row.problems.some(({ error }) => error?.field === 'apartment_id')) return null;
  const role = INVITABLE_ROLES.find((one) => one === row.keys.role);
  // A name is looked up later; here it counts as an apartment.
  const apartment_id = keyOf(row, 'apartment_id') === null ? null : 0;
  if (!role || hasNeededApartment({ role, apartment_id })) return null;
  return `${APARTMENT_REQUIRED_MESSAGE} (role "${role}")`;
}
