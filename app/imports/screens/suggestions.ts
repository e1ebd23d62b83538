import { BULK_COLUMNS, isReference } from '~/imports/bulk-columns';
import type { ValidatedFile } from '~/imports/queries';
import { SWITZERLAND } from '~/condos/cantons';
import { searchText } from '~/fields/search-text';
import { t } from '~/language/texts';
import { cellText, isShownByFile, type Edits } from './bulk-files';
import { editedFields, type CellChange } from './import-state';

/** Edits of many invalid rows with one press: always offered, never made unasked. */
export interface Suggestion {
  kind: 'notes' | 'leaveOut' | 'fillDown' | 'fromAddress' | 'country' | 'canton';
  field: string;
  /** The column's heading in the file, if it has one. */
  heading: string | null;
  changes: readonly CellChange[];
}

/** The field that takes what a file says besides. */
const NOTES: Readonly<Record<string, string>> = { apartment: 'notes', condo: 'description' };

/** Suggests edits of all invalid rows of a column, from what the API says of them. */
export function suggestionsOf(validation: ValidatedFile, edits: Edits): Suggestion[] {
  const { type, reading, invalidRows, countries: known } = validation;
  if (!reading) return [];
  const fields = editedFields(validation);
  const textOf = (index: number, field: string) =>
    cellText(invalidRows[index]?.row, edits.get(index), field);
  const headingOf = (field: string) =>
    reading.columns.find((column) => column.field === field)?.heading ?? null;
  /**
   * Rows that are invalid in this field, with a value or without, and were not edited there. A row with an
   * error that edits hide is left to whoever reads that error.
   */
  const wrong = (field: string, isFilled: boolean) =>
    invalidRows.flatMap((row, index) => {
      const isOpen =
        row.fields.includes(field) &&
        edits.get(index)?.[field] === undefined &&
        !isShownByFile(row);
      return isOpen && (textOf(index, field) !== '') === isFilled ? [index] : [];
    });
  const suggestions: Suggestion[] = [];
  type Edit = readonly [row: number, field: string, text: string];
  const add = (kind: Suggestion['kind'], field: string, list: readonly Edit[]) => {
    const changes = list.map(([row, name, text]) => ({ row, column: fields.indexOf(name), text }));
    if (changes.length > 0) suggestions.push({ kind, field, heading: headingOf(field), changes });
  };
  /** The values that the API proposes for empty cells. */
  const proposed = (code: string, field: string) =>
    wrong(field, false).flatMap((index): Edit[] => {
      const part = invalidRows[index]?.parts?.find(
        (one) => one.field === field && one.code === code,
      );
      return typeof part?.params?.value === 'string' ? [[index, field, part.params.value]] : [];
    });

  const notes = NOTES[type];
  for (const column of BULK_COLUMNS[type]) {
    const { field } = column;
    if (column.required || isReference(column) || field === notes) continue;
    // Without any other of its columns a file of people would say something else.
    if (type === 'tenancy' && field !== 'phone') continue;
    const rows = wrong(field, true);
    if (notes !== undefined) {
      const toNotes = rows.flatMap((row): Edit[] => {
        const note = t`${headingOf(field) ?? field}: ${textOf(row, field)}`;
        const text = [textOf(row, notes), note].filter(Boolean).join('; ');
        return [
          [row, field, ''],
          [row, notes, text],
        ];
      });
      add('notes', field, toNotes);
    }
    if (headingOf(field) !== null)
      add(
        'leaveOut',
        field,
        rows.map((row) => [row, field, '']),
      );
  }
  add('fillDown', 'condo_id', proposed('row_above', 'condo_id'));
  if (type !== 'condo') return suggestions;

  const nameless = wrong('name', false).filter((row) => textOf(row, 'address') !== '');
  add(
    'fromAddress',
    'name',
    nameless.map((row) => [row, 'name', textOf(row, 'address')]),
  );
  const countries = proposed('may_be', 'country');
  const cantons = proposed('may_be', 'state');
  const isAll =
    countries.length === wrong('country', false).length &&
    cantons.length === wrong('state', false).length;
  const named = [...known];
  // Only where all else is Swiss.
  if (!isAll || !named.every((name) => SWITZERLAND.includes(searchText(name).trim())))
    return suggestions;
  const country = named[0] ?? t`Switzerland`;
  add(
    'country',
    'country',
    countries.map(([row, field]) => [row, field, country]),
  );
  add('canton', 'state', cantons);
  return suggestions;
}
