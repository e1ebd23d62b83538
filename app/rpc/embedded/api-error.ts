import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { CodedError } from '~/rpc/errors/error';
import type { ErrorCode } from '~/rpc/errors/error-codes';
import type { FactorKind } from '~/accounts/factor-kinds';
import {
  HTTP_CONFLICT,
  HTTP_FORBIDDEN,
  HTTP_GONE,
  HTTP_NOT_FOUND,
  HTTP_TOO_MANY_REQUESTS,
  HTTP_UNAUTHORIZED,
  HTTP_UNPROCESSABLE_CONTENT,
} from '~/rpc/errors/http-status';
import { innerSentence, sentenceOf, type Sentence, type SentenceText } from '~/language/sentence';

/** The body of an error response that is a sentence of the table: any other text does not compile. */
export interface ErrorBody extends Sentence {
  detail: string;
}

export function errorBody(detail: SentenceText): ErrorBody {
  return { detail, ...sentenceOf(detail) };
}

/** An error response for the caller: `{"detail", "code", "params", "errors", "factors"}` with this status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly body: ErrorBody;

  constructor(
    readonly status: ContentfulStatusCode,
    detail: SentenceText | ErrorBody,
    readonly errors: readonly CodedError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    readonly factors: readonly FactorKind[] = [],
  ) {
    const body = typeof detail === 'string' ? errorBody(detail) : detail;
    super(body.detail);
    this.body = body;
  }
}

/** 422 for invalid fields; the detail names them (docs/behaviour/embedded-api.md). */
export function invalidFields(errors: readonly CodedError[]): ApiError {
  const lines = errors.map(({ field, message }) =>
    field === '' ? message : `${field}: ${message}`,
  );
  const body = { detail: lines.join('; '), code: 'invalid_fields', params: {} };
  return new ApiError(HTTP_UNPROCESSABLE_CONTENT, body, errors);
}

export function fieldError(field: string, message: SentenceText): CodedError {
  return { field, message, ...sentenceOf(message) };
}

export function invalidField(field: string, message: SentenceText): ApiError {
  return invalidFields([fieldError(field, message)]);
}

/** Builds the 422 for a violated rule of the contract. */
export function ruleViolation(field: string, message: string): ApiError {
  return invalidFields([{ field, message, ...sentenceOf(message) }]);
}

/** Builds an error that a caller can resolve as its code says, by one of `factors` if there are some. */
export function errorWithCode(
  status: ContentfulStatusCode,
  code: ErrorCode,
  detail: SentenceText,
  factors?: readonly FactorKind[],
): ApiError {
  const body = { detail, code, params: { reason: innerSentence(detail) } };
  return new ApiError(status, body, [], {}, factors);
}

/** 401 for a call without a session, or whose session has just ended. */
export function signInRequired(headers?: Readonly<Record<string, string>>): ApiError {
  return new ApiError(HTTP_UNAUTHORIZED, 'Please sign in', [], headers);
}

export function notFound(what: string): ApiError {
  return new ApiError(HTTP_NOT_FOUND, `${what} not found`);
}

export function forbidden(detail: SentenceText): ApiError {
  return new ApiError(HTTP_FORBIDDEN, detail);
}

export function conflict(detail: SentenceText): ApiError {
  return new ApiError(HTTP_CONFLICT, detail);
}

/** 409 for the value of a field that another record has. */
export function takenField(field: string, message: SentenceText): ApiError {
  return new ApiError(HTTP_CONFLICT, message, [fieldError(field, message)]);
}

export function gone(detail: SentenceText): ApiError {
  return new ApiError(HTTP_GONE, detail);
}

export function tooManyRequests(detail: SentenceText, retryAfterSeconds: number): ApiError {
  return new ApiError(HTTP_TOO_MANY_REQUESTS, detail, [], {
    'retry-after': String(retryAfterSeconds),
  });
}
