import { z } from '~/fields/zod';
import type { FieldError } from '~/rpc/errors/error';
import {
  fieldsOf,
  readId,
  readNumber,
  readText,
  UnreadableAnswerError,
  type Fields,
} from '~/fields/reading';
import { readingSchema, type Reading } from './schema';
import type { Sentence } from '~/language/sentence';
import { readCode } from '~/language/sentence-reading';

/** An invalid row, and why. Its shape depends on the API. */
export interface RowError {
  row: unknown;
  error: string;
  /** The named fields; empty if the API sends only the text. */
  fields: readonly string[];
  /** Sentences about fields and about the whole row, if the API sends them. */
  parts?: readonly FieldError[];
  sentence?: Partial<Sentence>;
}

export interface BulkValidation {
  validRows: readonly Fields[];
  invalidRows: readonly RowError[];
  /** Null if the API does not send it. */
  reading: Reading | null;
  names: ReferenceNames;
  /** Headings of columns that have values and are not read. */
  unread: readonly string[];
  /** The numbers of rows that fit stored records, if the API sends them. */
  existing: ReadonlySet<number>;
}

/** Names of records by field and id. */
export type ReferenceNames = ReadonlyMap<string, Fields>;

export interface BulkCreation {
  created: number;
  errors: readonly RowError[];
  /** The API's record of the import, by which it is undone. */
  importId: number | null;
}

/** @throws UnreadableAnswerError without any list of rows */
export function readBulkValidation(answer: unknown): BulkValidation {
  const { valid_rows, invalid_rows, reading, names, unread, existing } = fieldsOf(answer);
  const valid: readonly unknown[] | null = Array.isArray(valid_rows) ? valid_rows : null;
  if (!valid && !Array.isArray(invalid_rows)) throw new UnreadableAnswerError();
  return {
    validRows: valid?.map(fieldsOf) ?? [],
    invalidRows: readRowErrors(invalid_rows),
    reading: readingSchema.safeParse(reading).data ?? null,
    names: readNames(names),
    unread: readTexts(unread),
    existing: new Set(z.array(z.number()).safeParse(existing).data),
  };
}

export function readNames(names: unknown): ReferenceNames {
  return new Map(Object.entries(fieldsOf(names)).map(([field, ids]) => [field, fieldsOf(ids)]));
}

/** @throws UnreadableAnswerError without a count: "No entries were created" might be wrong */
export function readBulkCreation(answer: unknown): BulkCreation {
  const { created, errors, import_id } = fieldsOf(answer);
  const count = readNumber(created);
  if (count === null) throw new UnreadableAnswerError();
  return { created: count, errors: readRowErrors(errors), importId: readId(import_id) };
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

/** An error that is no text is shown as its JSON text, a missing one as "-". */
function errorText(error: unknown): string {
  const text =
    error === undefined || error === null ? null : (readText(error) ?? JSON.stringify(error));
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

function readTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
