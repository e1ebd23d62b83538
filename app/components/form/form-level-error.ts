import { AppError, detailOrMessage } from '~/lib/app-error';

/** The part of a server error that belongs to the form as a whole; null where all of it belongs to fields. */
export function formLevelError(error: unknown, fields: object): string | null {
  const named = error instanceof AppError && error.fields.length > 0 ? error.fields : null;
  return named?.every(({ field }) => field in fields) ? null : detailOrMessage(error);
}
