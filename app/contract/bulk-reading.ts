import { fieldsOf, readNumber, readText, UnreadableAnswerError, type Fields } from './reading';

/** A row the API refused, and why. What the row looks like is the API's business (SPEC.md point 3). */
export interface RowError {
  row: unknown;
  error: string;
}

/** A column of the file and the field it was read as; null when it was not read. */
export interface ReadColumn {
  heading: string;
  field: string | null;
}

/** How the embedded API read the file; another API does not say. */
export interface FileReading {
  format: string;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  sheets: readonly string[];
  columns: readonly ReadColumn[];
}

/** POST /admin/bulk-validate's answer as the panel holds it. */
export interface BulkValidation {
  validRows: readonly Fields[];
  invalidRows: readonly RowError[];
  reading: FileReading | null;
}

export interface BulkCreation {
  created: number;
  errors: readonly RowError[];
}

/** @throws UnreadableAnswerError where there is no list of rows at all */
export function readBulkValidation(answer: unknown): BulkValidation {
  const { valid_rows, invalid_rows, reading } = fieldsOf(answer);
  const valid: readonly unknown[] | null = Array.isArray(valid_rows) ? valid_rows : null;
  if (!valid && !Array.isArray(invalid_rows)) throw new UnreadableAnswerError();
  return {
    validRows: valid?.map(fieldsOf) ?? [],
    invalidRows: readRowErrors(invalid_rows),
    reading: readReading(fieldsOf(reading)),
  };
}

export function readBulkCreation(answer: unknown): BulkCreation {
  const { created, errors } = fieldsOf(answer);
  return { created: readNumber(created) ?? 0, errors: readRowErrors(errors) };
}

function readRowErrors(list: unknown): RowError[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) => {
    const { row, error } = fieldsOf(entry);
    return { row, error: readText(error) ?? (error === undefined ? '' : JSON.stringify(error)) };
  });
}

function readReading(reading: Fields): FileReading | null {
  const source = fieldsOf(reading.source);
  const format = readText(source.format);
  if (format === null) return null;
  return {
    format,
    encoding: readText(source.encoding),
    delimiter: readText(source.delimiter),
    sheet: readText(source.sheet),
    sheets: readTexts(source.sheets),
    columns: Array.isArray(reading.columns) ? reading.columns.map(readColumn) : [],
  };
}

function readColumn(entry: unknown): ReadColumn {
  const { heading, field } = fieldsOf(entry);
  return { heading: readText(heading) ?? '', field: readText(field) };
}

function readTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
