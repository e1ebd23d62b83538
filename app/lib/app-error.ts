import { UnreadableAnswerError } from '~/contract/reading';

/** One field a server refused, and why. */
export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorInit {
  /** HTTP status; 0 when there was no answer at all. */
  status: number;
  /** The server's `detail`, null when it sent none: the catalogue's own text stands in for it then. */
  detail?: string | null;
  /** Text for the places that show {message}: detail, else the body's message, else the status text. */
  message?: string;
  fields?: readonly FieldError[];
}

export const NETWORK_ERROR_MESSAGE = 'Network error';

/** The one error from the upstream door to the screen (SPEC.md points 7 and 8). */
export class AppError extends Error {
  readonly status: number;
  readonly detail: string | null;
  readonly fields: readonly FieldError[];

  constructor(init: AppErrorInit) {
    super(init.message ?? init.detail ?? NETWORK_ERROR_MESSAGE);
    this.name = 'AppError';
    this.status = init.status;
    this.detail = init.detail ?? null;
    this.fields = init.fields ?? [];
  }
}

/** "detail or {fallback}" of the error catalogue. */
export function detailOr(error: unknown, fallback: string): string {
  return error instanceof AppError && error.detail ? error.detail : fallback;
}

/** "{detail or message}" of the error catalogue. */
export function detailOrMessage(error: unknown): string {
  if (error instanceof AppError) return error.detail ?? error.message;
  return error instanceof Error && error.message ? error.message : NETWORK_ERROR_MESSAGE;
}

/** Whether asking again can help: no answer, too many requests, or a fault of the server (READINGS.md, "Retries"). */
export function isTransient(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 0 || error.status === 429 || error.status >= 500;
  return !(error instanceof UnreadableAnswerError);
}
