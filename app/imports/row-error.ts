import type { FieldError } from '~/rpc/errors/error';
import { sentenceOf, type Sentence, type SentenceText } from '~/language/sentence';

/** The error of an invalid row: a sentence about the whole row, or a message about one of its fields. */
export type RowProblem =
  | { text: SentenceText; error?: undefined }
  | { text: string; error: { field: string; message: string } };

/** A row whose cells break a rule, and why: as one text, whose sentences have a code each. */
export interface InvalidRow extends Sentence {
  row: unknown;
  error: string;
  errors: Array<FieldError & Sentence>;
}

export function invalidRow(row: unknown, problems: readonly RowProblem[]): InvalidRow {
  return {
    row,
    error: problems.map(({ text }) => text).join('; '),
    errors: problems.flatMap(({ error }) =>
      error ? [{ ...error, ...sentenceOf(error.message) }] : [],
    ),
    ...wholeRow(problems),
  };
}

function wholeRow(problems: readonly RowProblem[]): Sentence {
  for (const { text, error } of problems) if (!error) return sentenceOf(text);
  return { code: 'invalid_fields', params: {} };
}

/** A problem of one field, which `subject` names in the text, for example by its heading. */
export function fieldProblem(field: string, subject: string, message: string): RowProblem {
  return { error: { field, message }, text: `${subject}: ${message}` };
}
