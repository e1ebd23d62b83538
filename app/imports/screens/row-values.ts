import { ROW_NUMBER } from '~/imports/schema';
import { BULK_FIELDS, UNNAMED_HEADING } from '~/imports/bulk-columns';
import { subjectOf } from '~/fields/fields';
import type { RowError } from '~/imports/bulk-reading';
import { fieldsOf } from '~/fields/reading';
import { t, translate, translateParts } from '~/language/texts';

/** The columns of rows of any shape: every key, in the order of its first appearance. */
export function columnsOf(rows: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(fieldsOf(row))) names.add(name);
  names.delete(ROW_NUMBER);
  return [...names];
}

/** A row's value as text. Inherited members are ignored, since a column may be named like one. */
export function fieldText(row: unknown, name: string): string {
  const fields = fieldsOf(row);
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A heading of the file. A column without one is named by its letter. */
export function fileHeading(heading: string): string {
  const [, letter] = UNNAMED_HEADING.exec(heading) ?? [];
  return letter === undefined ? heading : t`Column ${letter}`;
}

/** The screens' name of a field. A column that is no field keeps its own name. */
export function headingOf(name: string): string {
  const fields = Object.values(BULK_FIELDS).find((table) => Object.hasOwn(table, name));
  const field = fields?.[name];
  return field ? translate(subjectOf(field)) : fileHeading(name);
}

/**
 * A row's error without field names, as the field's cell is marked: "state: Canton is required" appears
 * without "state".
 */
export function errorWithoutFields(row: RowError): string {
  const { fields } = row;
  const withoutField = (problem: string) => {
    const field = fields.find((name) => problem.startsWith(`${name}: `));
    const sentence = field === undefined ? problem : problem.slice(field.length + 2);
    return /^\p{Lu}/u.test(sentence) ? sentence : problem;
  };
  return rowErrorText(row).split('; ').map(withoutField).join('; ');
}

/** A row's error in the reader's language, with the file's own headings. */
export function rowErrorText({ error, parts = [], sentence }: RowError): string {
  const sentences = parts.map((part) => ({ ...part, field: '' }));
  return translateParts(error, sentences, sentence);
}
