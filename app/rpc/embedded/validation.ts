import type { ZodError } from 'zod';
import type { CodedError } from '~/rpc/errors/error';
import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import type { Sentence } from '~/language/sentence';
import { ruleOf } from '~/language/sentence-reading';
import type { z } from '~/fields/zod';
import { ApiError, invalidField, invalidFields } from './api-error';
import { hasPlaceholder } from './hiding';

type ValidationResult =
  | { target: string; success: true; data: unknown }
  | { target: string; success: false; error: ZodError };

/**
 * Runs after each validation. An invalid path parameter becomes a 404; other invalid input, and texts that
 * cannot be stored, become a 422.
 */
export function validationHook(result: ValidationResult): void {
  const apiError = result.success ? findUnstorable(result.data) : toValidationError(result.error);
  if (apiError)
    throw result.target === 'param' ? new ApiError(HTTP_NOT_FOUND, 'not_found') : apiError;
}

/** Reads a value by a schema of the contract. @throws ApiError 422 */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw toValidationError(result.error);
  const apiError = findUnstorable(result.data);
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

/** The schema library's own message: its code, and the limits that it contains. */
function schemaSentence({ code, ...issue }: ZodError['issues'][number]): Sentence {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(issue)) {
    const isLimit = typeof value === 'string' || typeof value === 'number';
    if (name !== 'message' && isLimit) params[name] = String(value);
  }
  return { code: code ?? 'invalid_value', params };
}

/** Finds a NUL character, which PostgreSQL cannot store, or the placeholder of a hidden address. */
function findUnstorable(data: unknown, path: readonly string[] = []): ApiError | null {
  if (typeof data === 'string') {
    if (data.includes('\0')) return invalidField(path.join('.'), 'nul_character');
    return hasPlaceholder(data) ? invalidField(path.join('.'), 'address_in_place') : null;
  }
  if (typeof data !== 'object' || data === null) return null;
  for (const [name, value] of Object.entries(data)) {
    const error = findUnstorable(value, [...path, name]);
    if (error) return error;
  }
  return null;
}
