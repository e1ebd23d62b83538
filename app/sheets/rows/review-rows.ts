import { ROW_NUMBER, type BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { ROW_VERSION } from '~/contract/export-columns';
import { INTEGER_MAX } from '~/contract/limits';
import { REVIEW_MARKS, toReviewValue, type ReviewValue } from '~/contract/row-review';
import { isBlankCell, type Cell } from '../formats/sheet-row';
import { cellProblem, fieldValidators } from './field-rules';
import type { MatchedColumn } from './headings';
import { keysOf } from './read-rows';
import type { ReadRow } from './row';

/**
 * Reads the rows of an exported file that comes back: `record` says which one a row names, and the values are those of the columns
 * that the file has. A row without an id is a new record: its values are its cells. `written` are the cells with their guards
 * against formulas, where the file may have none.
 */
export function createReviewReader(
  type: BulkType,
  columns: readonly MatchedColumn[],
): (number: number, cells: readonly Cell[], written: readonly Cell[]) => ReadRow {
  const validators = fieldValidators(type);
  const plan = BULK_COLUMNS[type].flatMap(({ field }) => {
    const target = columns.find(({ column }) => column?.field === field);
    const validate = validators.get(field);
    return target && validate ? [{ field, ...target, validate }] : [];
  });
  const [idAt = -1, versionAt = -1] = REVIEW_MARKS.map(
    (mark) => columns.find(({ heading }) => heading === mark)?.index,
  );

  return (number, cells, written) => {
    const values: Record<string, unknown> = {};
    const row: ReadRow = { number, values, keys: {}, problems: [] };
    const idCell = cells[idAt] ?? null;
    if (isBlankCell(idCell)) {
      values[ROW_NUMBER] = number;
      for (const { field, index } of plan) values[field] = cells[index] ?? null;
      return row;
    }
    const version = String(cells[versionAt] ?? '').trim();
    const asWritten: Record<string, ReviewValue> = {};
    const id = typeof idCell === 'string' ? Number(idCell.trim() || Number.NaN) : idCell;
    if (typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= INTEGER_MAX) {
      row.record = { id, version, asWritten };
    } else {
      Object.assign(values, { [ROW_NUMBER]: number, id, [ROW_VERSION]: version });
      row.problems.push(cellProblem('id', 'id', idCell, 'must be the id of a record, or empty'));
    }
    for (const { field, index, heading, validate } of plan) {
      const checked = validate(cells[index]);
      values[field] = checked.value;
      if (cells[index] !== written[index]) {
        asWritten[field] = toReviewValue(validate(written[index]).value);
      }
      if (checked.problem === null) continue;
      row.problems.push(cellProblem(field, heading, cells[index], checked.problem));
    }
    row.keys = keysOf(type, values);
    return row;
  };
}
