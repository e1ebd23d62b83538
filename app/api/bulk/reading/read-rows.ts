import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { INVITABLE_ROLES, needsApartment } from '~/contract/role';
import { isBlankCell, type Cell } from '../../sheets/sheet-row';
import { describeProblem, fieldValidators } from './field-rules';
import type { MatchedColumn } from './headings';
import type { ReadRow } from './row-batch';

/** The fields that are compared with the database and with the file's other rows, in this order (see bulk/checks). */
const KEY_FIELDS: Readonly<Record<BulkType, readonly string[]>> = {
  condo: ['name', 'address', 'zip_code'],
  apartment: ['condo_id', 'apartment_number'],
  user_invite: ['email', 'role', 'condo_id', 'apartment_id'],
};

/** The field with a row's number in its file. */
export const ROW_NUMBER = 'row_number';

type RowReader = (number: number, cells: readonly Cell[]) => ReadRow;

/** Reads rows of cells into rows of fields, each validated by the contract. */
export function createRowReader(type: BulkType, columns: readonly MatchedColumn[]): RowReader {
  const fields = BULK_COLUMNS[type];
  const keyFields = KEY_FIELDS[type];
  const validators = fieldValidators(type);
  const byField = new Map(columns.map((column) => [column.column?.field, column]));
  const plan = fields.map(({ field }) => ({
    field,
    name: `,${JSON.stringify(field)}:`,
    column: byField.get(field),
    validate: validators.get(field),
    keyIndex: keyFields.indexOf(field),
  }));
  const unread = columns.filter(({ column }) => column === null);
  const width = Math.max(-1, ...columns.map(({ index }) => index)) + 1;

  return (number, cells) => {
    const problems: string[] = [];
    const keys: Cell[] = keyFields.map(() => null);
    // Built from JSON texts that the validators cache: most cells of a large file repeat.
    let json = `{"${ROW_NUMBER}":${number}`;
    for (const { field, name, column, validate, keyIndex } of plan) {
      const cell = column ? cells[column.index] : undefined;
      const checked = validate?.(cell);
      if (!checked) continue;
      json += name + checked.json;
      if (keyIndex >= 0) keys[keyIndex] = toKey(checked.value);
      if (checked.problem !== null) {
        problems.push(describeProblem(column?.heading ?? field, cell, checked.problem));
      }
    }
    if (problems.length === 0) addRowProblems(type, keys, problems);
    for (let index = width; index < cells.length; index += 1) {
      if (isBlankCell(cells[index])) continue;
      problems.push(`The row has more cells than there are columns (${width})`);
      break;
    }
    const extra = unread.length === 0 ? undefined : unreadCells(unread, cells);
    if (problems.length > 0) {
      const raw: Record<string, unknown> = { [ROW_NUMBER]: number };
      for (const { field, column } of plan) {
        if (column) raw[field] = cells[column.index] ?? null;
      }
      return {
        number,
        json: JSON.stringify({ ...raw, ...extra }),
        keys: keyFields.map(() => null),
        error: problems.join('; '),
      };
    }
    const read: ReadRow = { number, json: `${json}}`, keys };
    if (extra) read.extra = JSON.stringify(extra);
    return read;
  };
}

function toKey(value: unknown): Cell {
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

/** Rules between the fields of one row. */
function addRowProblems(type: BulkType, keys: readonly Cell[], problems: string[]): void {
  if (type !== 'user_invite') return;
  const [, given, , apartment] = keys;
  const role = INVITABLE_ROLES.find((one) => one === given);
  if (role && needsApartment(role) && apartment === null) {
    problems.push(`apartment_id: Apartment selection is required for this role (role "${role}")`);
  }
}
