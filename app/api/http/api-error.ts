import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FieldError } from '~/contract/error';
import type { ErrorCode } from '~/contract/error-codes';
import type { FactorKind } from '~/contract/factor-kinds';
import {
  HTTP_NOT_FOUND,
  HTTP_UNAUTHORIZED,
  HTTP_UNPROCESSABLE_CONTENT,
} from '~/contract/http-status';

/** An error response for the caller: `{"detail", "errors", "code", "factors"}` with this status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly status: ContentfulStatusCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly code: ErrorCode | undefined;
  readonly factors: readonly FactorKind[];

  constructor(
    status: ContentfulStatusCode,
    detail: string,
    errors: readonly FieldError[] = [],
    headers: Readonly<Record<string, string>> = {},
    code?: ErrorCode,
    factors: readonly FactorKind[] = [],
  ) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
    this.code = code;
    this.factors = factors;
  }
}

/** 422 for invalid fields; the detail names them (docs/behaviour.md, "Embedded API"). */
export function invalidFields(errors: readonly FieldError[]): ApiError {
  const lines = errors.map(({ field, message }) =>
    field === '' ? message : `${field}: ${message}`,
  );
  return new ApiError(HTTP_UNPROCESSABLE_CONTENT, lines.join('; '), errors);
}

export function invalidField(field: string, message: string): ApiError {
  return invalidFields([{ field, message }]);
}

/** An error that a caller answers by doing what its code asks for, by one of the factors where it names some. */
export function errorWithCode(
  status: ContentfulStatusCode,
  code: ErrorCode,
  detail: string,
  factors?: readonly FactorKind[],
): ApiError {
  return new ApiError(status, detail, [], {}, code, factors);
}

/** 401 for a call without a session, or whose session has just ended. */
export function signInRequired(headers?: Readonly<Record<string, string>>): ApiError {
  return new ApiError(HTTP_UNAUTHORIZED, 'Please sign in', [], headers);
}

export function notFound(what: string): ApiError {
  return new ApiError(HTTP_NOT_FOUND, `${what} not found`);
}
