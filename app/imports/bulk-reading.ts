import { z } from '~/fields/zod';
import type { FieldError } from '~/rpc/errors/error';
import {
  fieldsOf,
  readId,
  readNumber,
  readText,
  UnreadableAnswerError,
  type UnknownRecord,
} from '~/fields/reading';
import { readLongAnswer } from './answer-rows';
import { readingSchema, ROW_NUMBER } from './schema';
import type { Sentence } from '~/language/sentence';
import { readCode } from '~/language/sentence-reading';

/** An invalid row with its errors. The shape of the row depends on the API. */
export interface RowError {
  row: unknown;
  error: string;
  /** The named fields; empty if the API sends only the text. */
  fields: readonly string[];
  /** Sentences about fields and about the whole row, if the API sends them. */
  parts?: readonly FieldError[];
  sentence?: Partial<Sentence>;
}

/** Names of records by field and id. */
export type ReferenceNames = ReadonlyMap<string, UnknownRecord>;

export type BulkValidation = Awaited<ReturnType<typeof readBulkValidation>>;

/** Reads the answer of bulk-validate. @throws UnreadableAnswerError without any list of rows */
export async function readBulkValidation(answer: Blob) {
  const { fields, rows } = await readLongAnswer(answer);
  if (!Array.isArray(fields.valid_rows) && !Array.isArray(fields.invalid_rows))
    throw new UnreadableAnswerError();
  const validRows = await rows('valid_rows', readRows).withFirst();
  /** The number of each valid row; null if the API does not send it. */
  const numbers: Array<number | null> = [];
  const countries = new Set<string>();
  for await (const piece of validRows.pieces())
    for (const row of piece) {
      numbers.push(rowNumberOf(row));
      countries.add(readText(row.country) ?? '');
    }
  return {
    validRows,
    numbers,
    countries,
    invalidRows: await rows('invalid_rows', readRowErrors).read(),
    /** Null if the API does not send it. */
    reading: readingSchema.safeParse(fields.reading).data ?? null,
    names: readNames(fields.names),
    /** Headings of columns with values that the API does not read. */
    unread: await rows('unread', readTexts).read(),
    /** The numbers of rows that match stored records, if the API sends them. */
    existing: new Set(await rows('existing', readNumbers).read()),
  };
}

/** Numbers of the valid rows that match no stored record. Only these rows are created. */
export function newRows({ numbers, existing }: Pick<BulkValidation, 'numbers' | 'existing'>) {
  return existing.size === 0 ? numbers : numbers.filter((number) => !existing.has(number ?? 0));
}

/** The valid rows that match no stored record. */
export async function readNewRows({
  validRows,
  existing,
}: BulkValidation): Promise<UnknownRecord[]> {
  const rows = await validRows.read();
  return rows.filter((row) => !existing.has(rowNumberOf(row) ?? 0));
}

const readNumbers = (list: unknown) => z.array(z.number()).safeParse(list).data ?? [];

export function readRows(list: unknown): UnknownRecord[] {
  return Array.isArray(list) ? list.map((row: unknown) => fieldsOf(row)) : [];
}

/** A row's number: its own field, or the row itself if an API reports only numbers. */
export function rowNumberOf(row: unknown): number | null {
  const number = typeof row === 'number' ? row : fieldsOf(row)[ROW_NUMBER];
  return typeof number === 'number' ? number : null;
}

export function readNames(names: unknown): ReferenceNames {
  return new Map(Object.entries(fieldsOf(names)).map(([field, ids]) => [field, fieldsOf(ids)]));
}

export type BulkCreation = ReturnType<typeof readBulkCreation>;

/**
 * Reads the answer of bulk-create.
 * @throws UnreadableAnswerError without a count: "No entries were created" might be wrong
 */
export function readBulkCreation(answer: unknown) {
  const { created, changed, errors, import_id } = fieldsOf(answer);
  const count = readNumber(created);
  if (count === null) throw new UnreadableAnswerError();
  return {
    created: count,
    changed: readNumber(changed) ?? 0,
    errors: readRowErrors(errors),
    /** Id of the API's import record, by which the import is undone. */
    importId: readId(import_id),
  };
}

export function readRowErrors(list: unknown): RowError[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) => {
    const answer = fieldsOf(entry);
    const parts = readParts(answer.errors);
    return {
      row: answer.row,
      error: errorText(answer.error),
      fields: parts.map(({ field }) => field),
      parts,
      sentence: readCode(answer),
    };
  });
}

/** The text of an error. Other values are shown as their JSON text, a missing one as "-". */
function errorText(error: unknown): string {
  const text = error == null ? null : (readText(error) ?? JSON.stringify(error));
  return text?.trim() ? text : '-';
}

function readParts(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: unknown) => {
    const error = fieldsOf(entry);
    const { field, message } = error;
    if (typeof field !== 'string') return [];
    return [{ field, message: readText(message) ?? '', ...readCode(error) }];
  });
}

export function readTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
