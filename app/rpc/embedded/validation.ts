import type { ZodError } from 'zod';
import type { CodedError } from '~/rpc/errors/error';
import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import type { Sentence } from '~/language/sentence';
import { ruleOf } from '~/language/sentence-reading';
import type { z } from '~/fields/zod';
import { ApiError, invalidField, invalidFields } from './api-error';

type ValidationResult =
  | { target: string; success: true; data: unknown }
  | { target: string; success: false; error: ZodError };

/** Runs after each validation: an invalid path parameter is 404, any other input and NUL 422. */
export function validationHook(result: ValidationResult): void {
  const apiError = result.success ? findNul(result.data) : toValidationError(result.error);
  if (apiError)
    throw result.target === 'param' ? new ApiError(HTTP_NOT_FOUND, 'not_found') : apiError;
}

/** Reads a value by a schema of the contract. @throws ApiError 422 */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw toValidationError(result.error);
  const apiError = findNul(result.data);
  if (apiError) throw apiError;
  return result.data;
}

function toValidationError(error: ZodError): ApiError {
  return invalidFields(
    error.issues.map((issue): CodedError => ({
      field: issue.path.map(String).join('.'),
      message: issue.message,
      ...(ruleOf(issue) ?? schemaSentence(issue)),
    })),
  );
}

/** The schema library's own message: its code, and the limits that it names. */
function schemaSentence({ code, ...issue }: ZodError['issues'][number]): Sentence {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(issue)) {
    const isLimit = typeof value === 'string' || typeof value === 'number';
    if (name !== 'message' && isLimit) params[name] = String(value);
  }
  return { code: code ?? 'invalid_value', params };
}

/** PostgreSQL cannot store the NUL character in a text, however deep it is. */
function findNul(data: unknown, path: readonly string[] = []): ApiError | null {
  if (typeof data === 'string')
    return data.includes('\0') ? invalidField(path.join('.'), 'nul_character') : null;
  if (typeof data !== 'object' || data === null) return null;
  for (const [name, value] of Object.entries(data)) {
    const error = findNul(value, [...path, name]);
    if (error) return error;
  }
  return null;
}
