import { ROW_NUMBER, type BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { INTEGER_MAX } from '~/contract/limits';
import { REVIEW_MARKS } from '~/contract/row-review';
import { isBlankCell, type Cell } from '../formats/sheet-row';
import { KEY_FIELDS } from './key-fields';
import { fieldProblem, fieldValidators } from './field-rules';
import type { MatchedColumn } from './headings';
import { toKey } from './read-rows';
import type { ReadRow, RowProblem } from './row-batch';

/**
 * Reads the rows of an exported file that comes back: {row_number, id, row_version, values}, with a value for each
 * column that the file has. A row without an id is a new record: its cells are returned as they are, in `cells`.
 */
export function createReviewReader(
  type: BulkType,
  columns: readonly MatchedColumn[],
): (number: number, cells: readonly Cell[]) => ReadRow {
  const validators = fieldValidators(type);
  const keyFields: readonly string[] = KEY_FIELDS[type];
  const plan = BULK_COLUMNS[type].flatMap(({ field }) => {
    const target = columns.find(({ column }) => column?.field === field);
    const validate = validators.get(field);
    const name = `${JSON.stringify(field)}:`;
    return target && validate
      ? [{ field, name, target, validate, keyAt: keyFields.indexOf(field) }]
      : [];
  });
  const [idAt = -1, versionAt = -1] = REVIEW_MARKS.map(
    (mark) => columns.find(({ heading }) => heading === mark)?.index,
  );

  return (number, cells) => {
    const keys: Cell[] = keyFields.map(() => null);
    const idCell = cells[idAt] ?? null;
    if (isBlankCell(idCell)) {
      const own = plan.map(({ field, target }) => [field, cells[target.index] ?? null] as const);
      const row = { [ROW_NUMBER]: number, cells: Object.fromEntries(own) };
      return { number, json: JSON.stringify(row), keys };
    }
    const problems: RowProblem[] = [];
    const id = typeof idCell === 'string' ? Number(idCell.trim() || Number.NaN) : idCell;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > INTEGER_MAX) {
      problems.push(fieldProblem('id', 'id', idCell, 'must be the id of a record, or empty'));
    }
    let values = '';
    for (const { field, name, target, validate, keyAt } of plan) {
      const cell = cells[target.index];
      const checked = validate(cell);
      values += (values === '' ? name : `,${name}`) + checked.json;
      if (keyAt >= 0) keys[keyAt] = toKey(checked.value);
      if (checked.problem !== null) {
        problems.push(fieldProblem(field, target.heading, cell, checked.problem));
      }
    }
    const version = String(cells[versionAt] ?? '').trim();
    const json =
      `{"${ROW_NUMBER}":${number},"id":${JSON.stringify(id)},` +
      `"row_version":${JSON.stringify(version)},"values":{${values}}}`;
    return { number, json, keys, ...(problems.length > 0 && { problems }) };
  };
}
