import type { FieldError } from '~/contract/error';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import type { z } from '~/contract/zod';

/** Validates an input by a contract schema. @throws AppError 422 that names the fields, like the API's own */
export function checkInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue): FieldError => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const detail = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, detail: detail.join('; '), fields });
}

export function validated<T extends z.ZodType>(schema: T) {
  return (input: z.input<T>): z.output<T> => checkInput(schema, toPlain(input));
}

/**
 * Turns what a server function was sent into plain JSON. The framework's format can also hold a circle, a big integer or a
 * promise, which would fail later: for these it returns undefined, which every schema rejects.
 */
export function toPlain(sent: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(sent));
  } catch {
    return undefined;
  }
}
