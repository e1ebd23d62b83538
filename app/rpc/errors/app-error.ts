import type { FieldError } from './error';
import {
  HTTP_BAD_REQUEST,
  HTTP_CLIENT_CLOSED_REQUEST,
  HTTP_NOT_FOUND,
  HTTP_TOO_MANY_REQUESTS,
  HTTP_UNPROCESSABLE_CONTENT,
  isServerErrorStatus,
} from './http-status';
import { UnreadableAnswerError } from '~/fields/reading';
import type { Sentence } from '~/language/sentence';
import { msg, t, translate, translateParts } from '~/language/texts';

export const NETWORK_ERROR_MESSAGE = msg`Network error`;

/** The message of React Query's CancelledError, by which it is recognized. */
const CANCELLED_MESSAGE = 'CancelledError';

/** The only error type between the API client and the screens (docs/behaviour/errors.md). */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The server's `detail`. Null if it sent none, and the screen shows its own text. */
  readonly detail: string | null;
  /** The server's `message`, used if there is no `detail`. */
  readonly serverMessage: string | null;
  /** Text for an error without detail and message. */
  readonly statusText: string;
  readonly fields: readonly FieldError[];
  /** Code and values of the detail, if the API sends them (app/language/sentence.ts). */
  readonly sentence: Partial<Sentence>;
  /** Code of ERROR_CODES that tells the caller how to react, if the API sends one (./error.ts). */
  readonly code: string | null;
  /** The kinds of second factors that the account has (app/accounts/factor-kinds.ts). */
  readonly factors: readonly string[];

  constructor(init: Pick<AppError, 'status'> & Partial<Omit<AppError, keyof Error>>) {
    super(init.detail || init.serverMessage || init.statusText || NETWORK_ERROR_MESSAGE);
    this.status = init.status;
    this.detail = init.detail || null;
    this.serverMessage = init.serverMessage || null;
    this.statusText = init.statusText ?? '';
    this.fields = init.fields ?? [];
    this.sentence = init.sentence ?? {};
    this.code = init.code ?? null;
    this.factors = init.factors ?? [];
  }
}

/** An error that occurred in the browser itself. The text is translated where it is shown. */
export function browserError(detail: string): AppError {
  return new AppError({ status: 0, detail });
}

/** Not logged as an error: the client closed the connection, and nobody sees the response. */
export function clientClosed(): AppError {
  return new AppError({ status: HTTP_CLIENT_CLOSED_REQUEST, statusText: 'Client closed request' });
}

export function detailOr(error: unknown, fallback: string): string {
  return error instanceof AppError && error.detail
    ? translateParts(error.detail, error.fields, error.sentence)
    : fallback;
}

/**
 * The text of an error in the chosen language: its detail, otherwise its message, otherwise its status text
 * or "Network error" (docs/behaviour/errors.md).
 */
export function detailOrMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message === CANCELLED_MESSAGE) return t`Cancelled`;
  return detailOr(error, translate(message || NETWORK_ERROR_MESSAGE));
}

const REJECTED: ReadonlySet<number> = new Set([HTTP_BAD_REQUEST, HTTP_UNPROCESSABLE_CONTENT]);

/** True if the API answered 404. Somebody else may have deleted the record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.status === HTTP_NOT_FOUND;
}

export function isRejected(error: unknown): boolean {
  return error instanceof AppError && REJECTED.has(error.status);
}

/**
 * True if the record does not exist, by the data and the error of its query. After a failed refetch the
 * record may still exist.
 */
export function isRecordMissing(record: object | null | undefined, error: unknown): boolean {
  return record === null || isNotFound(error);
}

/** True if a retry can help: no response, 429 or 5xx (docs/behaviour/errors.md). */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof AppError)) return !(error instanceof UnreadableAnswerError);
  const { status } = error;
  return status === 0 || status === HTTP_TOO_MANY_REQUESTS || isServerErrorStatus(status);
}
