import { BULK_COLUMNS, isReference } from '~/imports/bulk-columns';
import type { ValidatedFile } from '~/imports/queries';
import { SWITZERLAND } from '~/condos/cantons';
import { searchText } from '~/fields/search-text';
import { t } from '~/language/texts';
import { cellText, isShownByFile, type Edits } from './bulk-files';
import { editedFields, type CellChange } from './import-state';

/** One edit of many invalid rows. It is only suggested, never made automatically. */
export interface Suggestion {
  kind: 'notes' | 'leaveOut' | 'fillDown' | 'fromAddress' | 'country' | 'canton';
  field: string;
  /** The column's heading in the file, if it has one. */
  heading: string | null;
  changes: readonly CellChange[];
}

/** The field that takes additional texts of a cell. */
const NOTES: Readonly<Record<string, string>> = { apartment: 'notes', condo: 'description' };

/** Suggests edits of all invalid rows of a column, based on the errors that the API reports. */
export function suggestionsOf(validation: ValidatedFile, edits: Edits): Suggestion[] {
  const { type, reading, invalidRows, countries: known } = validation;
  if (!reading) return [];
  const fields = editedFields(validation);
  const textOf = (index: number, field: string) =>
    cellText(invalidRows[index]?.row, edits.get(index), field);
  const headingOf = (field: string) =>
    reading.columns.find((column) => column.field === field)?.heading ?? null;
  /**
   * Rows that are invalid in this field and were not edited there, either with or without a value. Rows
   * with an error that an edit would hide are left to the user.
   */
  const wrong = (field: string, isFilled: boolean) =>
    invalidRows.flatMap((row, index) => {
      const isOpen =
        row.fields.includes(field) &&
        edits.get(index)?.[field] === undefined &&
        !isShownByFile(row);
      return isOpen && (textOf(index, field) !== '') === isFilled ? [index] : [];
    });
  const change = (row: number, field: string, text: string): CellChange => {
    return { row, column: fields.indexOf(field), text };
  };
  const suggestions: Suggestion[] = [];
  const add = (kind: Suggestion['kind'], field: string, changes: readonly CellChange[]) => {
    if (changes.length > 0) suggestions.push({ kind, field, heading: headingOf(field), changes });
  };
  /** The values that the API proposes for empty cells. */
  const proposed = (code: string, field: string) =>
    wrong(field, false).flatMap((row) => {
      const parts = invalidRows[row]?.parts ?? [];
      const value = parts.find((part) => part.field === field && part.code === code)?.params?.value;
      return typeof value === 'string' ? change(row, field, value) : [];
    });

  const notes = NOTES[type];
  for (const column of BULK_COLUMNS[type]) {
    const { field } = column;
    if (column.required || isReference(column) || field === notes) continue;
    // Of a file of people only the phones may be left out. Without another column its rows would mean
    // something else.
    if (type === 'tenancy' && field !== 'phone') continue;
    const rows = wrong(field, true);
    if (notes !== undefined) {
      const toNotes = rows.flatMap((row) => {
        const note = t`${headingOf(field) ?? field}: ${textOf(row, field)}`;
        const text = [textOf(row, notes), note].filter(Boolean).join('; ');
        return [change(row, field, ''), change(row, notes, text)];
      });
      add('notes', field, toNotes);
    }
    const cleared = rows.map((row) => change(row, field, ''));
    if (headingOf(field) !== null) add('leaveOut', field, cleared);
  }
  add('fillDown', 'condo_id', proposed('row_above', 'condo_id'));
  if (type !== 'condo') return suggestions;

  const nameless = wrong('name', false).filter((row) => textOf(row, 'address') !== '');
  const named = nameless.map((row) => change(row, 'name', textOf(row, 'address')));
  add('fromAddress', 'name', named);
  const countries = proposed('may_be', 'country');
  const cantons = proposed('may_be', 'state');
  const isAll =
    countries.length === wrong('country', false).length &&
    cantons.length === wrong('state', false).length;
  const others = [...known];
  // Proposed only if every other country in the file is Switzerland.
  if (!isAll || !others.every((name) => SWITZERLAND.includes(searchText(name).trim())))
    return suggestions;
  const country = others[0] ?? t`Switzerland`;
  const filled = countries.map(({ row, column }) => ({ row, column, text: country }));
  add('country', 'country', filled);
  add('canton', 'state', cantons);
  return suggestions;
}
