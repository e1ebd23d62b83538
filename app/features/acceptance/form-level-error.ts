import { AppError, detailOrMessage } from '~/lib/app-error';

/** What a refusal says about the form as a whole; null where its fields say it all. */
export function formLevelError(error: unknown, fields: object): string | null {
  const named = error instanceof AppError && error.fields.length > 0 ? error.fields : null;
  return named?.every(({ field }) => field in fields) ? null : detailOrMessage(error);
}
