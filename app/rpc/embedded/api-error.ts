import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { CodedError } from '~/rpc/errors/error';
import type { FactorKind } from '~/accounts/factor-kinds';
import {
  HTTP_CONFLICT,
  HTTP_FORBIDDEN,
  HTTP_GONE,
  HTTP_NOT_FOUND,
  HTTP_TOO_MANY_REQUESTS,
  HTTP_UNAUTHORIZED,
  HTTP_UNPROCESSABLE_CONTENT,
  type ErrorCode,
} from '~/rpc/errors/http-status';
import {
  englishOf,
  sentence,
  toSentence,
  type AnyInnerSentence,
  type AnySentence,
  type Sentence,
} from '~/language/sentence';

/** The body of an error response, with the code of its sentence. */
interface ErrorBody extends Sentence {
  detail: string;
}

export function errorBody(detail: AnySentence): ErrorBody {
  return { detail: englishOf(detail), ...toSentence(detail) };
}

/** An error response for the caller: `{"detail", "code", "params", "errors", "factors"}` with this status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly body: ErrorBody;

  constructor(
    readonly status: ContentfulStatusCode,
    detail: AnySentence | ErrorBody,
    readonly errors: readonly CodedError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    readonly factors: readonly FactorKind[] = [],
  ) {
    const body = typeof detail === 'object' && 'detail' in detail ? detail : errorBody(detail);
    super(body.detail);
    this.body = body;
  }
}

/** Builds the 422 for invalid fields. The detail names them (docs/behaviour/embedded-api.md). */
export function invalidFields(errors: readonly CodedError[]): ApiError {
  const lines = errors.map(({ field, message }) =>
    field === '' ? message : `${field}: ${message}`,
  );
  const body = { detail: lines.join('; '), code: 'invalid_fields', params: {} };
  return new ApiError(HTTP_UNPROCESSABLE_CONTENT, body, errors);
}

export function fieldError(field: string, message: AnySentence): CodedError {
  return { field, message: englishOf(message), ...toSentence(message) };
}

export function invalidField(field: string, message: AnySentence): ApiError {
  return invalidFields([fieldError(field, message)]);
}

/** Builds an error that the caller can resolve as its code says, by one of `factors` if there are some. */
export function errorWithCode(
  status: ContentfulStatusCode,
  code: ErrorCode,
  detail: AnyInnerSentence,
  factors?: readonly FactorKind[],
): ApiError {
  const reason = toSentence(detail);
  const body = { detail: englishOf(detail), code, params: { reason } };
  return new ApiError(status, body, [], {}, factors);
}

/** Builds the 401 for a call without a session, or with one that has just ended. */
export function signInRequired(headers?: Readonly<Record<string, string>>): ApiError {
  return new ApiError(HTTP_UNAUTHORIZED, 'sign_in_required', [], headers);
}

export function notFound(what: string): ApiError {
  return new ApiError(HTTP_NOT_FOUND, sentence('what_not_found', { what }));
}

export function forbidden(detail: AnySentence): ApiError {
  return new ApiError(HTTP_FORBIDDEN, detail);
}

export function conflict(detail: AnySentence): ApiError {
  return new ApiError(HTTP_CONFLICT, detail);
}

/** Builds the 409 for a field whose value another record has. */
export function takenField(field: string, message: AnySentence): ApiError {
  return new ApiError(HTTP_CONFLICT, message, [fieldError(field, message)]);
}

export function gone(detail: AnySentence): ApiError {
  return new ApiError(HTTP_GONE, detail);
}

export function tooManyRequests(detail: AnySentence, retryAfterSeconds: number): ApiError {
  return new ApiError(HTTP_TOO_MANY_REQUESTS, detail, [], {
    'retry-after': String(retryAfterSeconds),
  });
}
