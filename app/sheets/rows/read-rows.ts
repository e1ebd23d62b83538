import { ROW_NUMBER, type BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { hasNeededApartment } from '~/contract/invitation';
import { APARTMENT_REQUIRED_MESSAGE } from '~/contract/invitation-fields';
import { INVITABLE_ROLES } from '~/contract/role';
import { isBlankCell, type Cell } from '../formats/sheet-row';
import { KEY_FIELDS, keyIndex } from './key-fields';
import { fieldProblem, fieldValidators } from './field-rules';
import type { MatchedColumn } from './headings';
import type { ReadRow, RowProblem } from './row-batch';

type RowReader = (number: number, cells: readonly Cell[]) => ReadRow;

/** Reads rows of cells into rows of fields, each validated by the contract. `filled` are values of fields that the file has no column for. */
export function createRowReader(
  type: BulkType,
  columns: readonly MatchedColumn[],
  filled: ReadonlyMap<string, Cell> = new Map(),
): RowReader {
  const fields = BULK_COLUMNS[type];
  const keyFields: readonly string[] = KEY_FIELDS[type];
  const validators = fieldValidators(type);
  const byField = new Map(columns.map((column) => [column.column?.field, column]));
  const plan = fields.map(({ field }) => ({
    field,
    name: `,${JSON.stringify(field)}:`,
    column: byField.get(field),
    validate: validators.get(field),
    keyAt: keyFields.indexOf(field),
  }));
  const unread = columns.filter(({ column }) => column === null);
  const width = Math.max(-1, ...columns.map(({ index }) => index)) + 1;

  return (number, cells) => {
    const problems: RowProblem[] = [];
    const keys: Cell[] = keyFields.map(() => null);
    // Built from JSON texts that the validators cache: most cells of a large file repeat.
    let json = `{"${ROW_NUMBER}":${number}`;
    for (const { field, name, column, validate, keyAt } of plan) {
      const cell = column ? cells[column.index] : filled.get(field);
      const checked = validate?.(cell);
      if (!checked) continue;
      json += name + checked.json;
      if (keyAt >= 0) keys[keyAt] = toKey(checked.value);
      if (checked.problem !== null) {
        problems.push(fieldProblem(field, column?.heading, cell, checked.problem));
      }
    }
    if (type === 'user_invite') {
      const missing = missingApartment(keys, problems);
      if (missing) {
        const { heading } = byField.get('apartment_id') ?? {};
        problems.push(fieldProblem('apartment_id', heading, undefined, missing));
      }
    }
    for (let index = width; index < cells.length; index += 1) {
      if (isBlankCell(cells[index])) continue;
      problems.push({ text: `The row has more cells than there are columns (${width})` });
      break;
    }
    const extra = unread.length === 0 ? undefined : unreadCells(unread, cells);
    if (problems.length > 0) {
      const raw: Record<string, unknown> = { [ROW_NUMBER]: number };
      for (const { field, column } of plan) {
        if (column) raw[field] = cells[column.index] ?? null;
        else if (filled.has(field)) raw[field] = filled.get(field);
      }
      return {
        number,
        json: JSON.stringify({ ...raw, ...extra }),
        keys,
        problems,
      };
    }
    const read: ReadRow = { number, json: `${json}}`, keys };
    if (extra) read.extra = JSON.stringify(extra);
    return read;
  };
}

/** A value that rows are compared by. */
export function toKey(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function unreadCells(
  unread: readonly MatchedColumn[],
  cells: readonly Cell[],
): Record<string, Cell> | undefined {
  let found: Record<string, Cell> | undefined;
  for (const { heading, index } of unread) {
    const cell = cells[index];
    if (cell !== undefined && !isBlankCell(cell)) (found ??= {})[heading] = cell;
  }
  return found;
}

/** Why an invitation needs an apartment that it does not have; null where all is well, or another problem is known. */
function missingApartment(keys: readonly Cell[], problems: readonly RowProblem[]): string | null {
  if (problems.some(({ error }) => error?.field === 'apartment_id')) return null;
  const role = INVITABLE_ROLES.find((one) => one === keys[keyIndex('user_invite', 'role')]);
  const apartment = keys[keyIndex('user_invite', 'apartment_id')] ?? null;
  // A name is looked up later; here it counts as an apartment.
  const apartment_id = apartment === null ? null : 0;
  if (!role || hasNeededApartment({ role, apartment_id })) return null;
  return `${APARTMENT_REQUIRED_MESSAGE} (role "${role}")`;
}
