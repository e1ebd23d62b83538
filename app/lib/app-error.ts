import { UnreadableAnswerError } from '~/contract/reading';

/** One field a server refused, and why. */
export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorInit {
  /** HTTP status; 0 when there was no answer at all. */
  status: number;
  /** The server's `detail`; null when it sent none and the catalogue's own text stands in for it. */
  detail?: string | null;
  /** The server's `message`, for the places that fall back to it. */
  serverMessage?: string | null;
  /** What is left when the server said nothing: the HTTP status text. */
  statusText?: string;
  fields?: readonly FieldError[];
}

export const NETWORK_ERROR_MESSAGE = 'Network error';

/** The one error from the upstream door to the screen (SPEC.md points 7 and 8). */
export class AppError extends Error {
  readonly status: number;
  readonly detail: string | null;
  readonly serverMessage: string | null;
  readonly statusText: string;
  readonly fields: readonly FieldError[];

  constructor(init: AppErrorInit) {
    super(init.detail || init.serverMessage || init.statusText || NETWORK_ERROR_MESSAGE);
    this.name = 'AppError';
    this.status = init.status;
    this.detail = init.detail || null;
    this.serverMessage = init.serverMessage || null;
    this.statusText = init.statusText ?? '';
    this.fields = init.fields ?? [];
  }
}

/** "detail or {fallback}" of the error catalogue. */
export function detailOr(error: unknown, fallback: string): string {
  return error instanceof AppError && error.detail ? error.detail : fallback;
}

/** "{message}" and "{detail or message}" of the error catalogue: detail, else message, else status text or "Network error". */
export function detailOrMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : NETWORK_ERROR_MESSAGE;
}

/** Whether asking again can help: no answer, too many requests, or a fault of the server (READINGS.md, "Retries"). */
export function isTransient(error: unknown): boolean {
  if (error instanceof AppError) {
    return error.status === 0 || error.status === 429 || error.status >= 500;
  }
  return !(error instanceof UnreadableAnswerError);
}
