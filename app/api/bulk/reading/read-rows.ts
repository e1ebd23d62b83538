import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { INVITABLE_ROLES, needsApartment } from '~/contract/role';
import { isBlankCell, type Cell } from '../../sheets/sheet-row';
import { describeProblem, fieldJudges } from './field-rules';
import type { MatchedColumn } from './headings';
import type { ReadRow } from './message';

/** The fields that are compared with the database and with the file's other rows, in this order (see bulk/checks). */
const KEY_FIELDS: Readonly<Record<BulkType, readonly string[]>> = {
  condo: ['name', 'address', 'zip_code'],
  apartment: ['condo_id', 'apartment_number'],
  user_invite: ['email', 'role', 'condo_id', 'apartment_id'],
};

/** The number of a row in its file, beside its fields. */
export const ROW_NUMBER = 'row_number';

type RowReader = (number: number, cells: readonly Cell[]) => ReadRow;

/** Reads rows of cells into rows of fields, each judged by the contract. */
export function createRowReader(type: BulkType, columns: readonly MatchedColumn[]): RowReader {
  const fields = BULK_COLUMNS[type];
  const judges = fieldJudges(type);
  const byField = new Map(columns.map((column) => [column.column?.field, column]));
  const plan = fields.map(({ field }) => ({
    field,
    column: byField.get(field),
    judge: judges.get(field),
  }));
  const unread = columns.filter(({ column }) => column === null);
  const width = Math.max(-1, ...columns.map(({ index }) => index)) + 1;

  return (number, cells) => {
    const problems: string[] = [];
    const row: Record<string, unknown> = { [ROW_NUMBER]: number };
    for (const { field, column, judge } of plan) {
      const cell = column ? cells[column.index] : undefined;
      const judged = judge?.(cell);
      row[field] = judged?.value ?? null;
      if (judged?.problem) {
        problems.push(describeProblem(column?.heading ?? field, cell, judged.problem));
      }
    }
    if (problems.length === 0) addRowProblems(type, row, problems);
    for (let index = width; index < cells.length; index += 1) {
      if (isBlankCell(cells[index])) continue;
      problems.push(`The row has more cells than there are columns (${width})`);
      break;
    }
    const extra = unreadCells(unread, cells);
    if (problems.length > 0) {
      const raw: Record<string, unknown> = { [ROW_NUMBER]: number };
      for (const { field, column } of plan) {
        if (column) raw[field] = cells[column.index] ?? null;
      }
      return { n: number, j: JSON.stringify({ ...raw, ...extra }), e: problems.join('; ') };
    }
    const read: ReadRow = { n: number, j: JSON.stringify(row), k: keysOf(type, row) };
    if (extra) read.x = JSON.stringify(extra);
    return read;
  };
}

function keysOf(type: BulkType, row: Readonly<Record<string, unknown>>): Cell[] {
  return KEY_FIELDS[type].map((field) => {
    const value = row[field];
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  });
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
function addRowProblems(
  type: BulkType,
  row: Readonly<Record<string, unknown>>,
  problems: string[],
): void {
  if (type !== 'user_invite') return;
  const role = INVITABLE_ROLES.find((one) => one === row.role);
  if (role && needsApartment(role) && row.apartment_id === null) {
    problems.push(`apartment_id: Apartment selection is required for this role (role "${role}")`);
  }
}
