import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { AppError, detailOr, detailOrMessage, isTransient } from './app-error';

interface LinkTexts {
  /** For a link that is cut off or no link at all. */
  broken: string;
  /** What failed where trying again can help; the reason follows. */
  unavailable: string;
}

/** Why a mailed link does not open: the API's detail, which distinguishes expired, used and replaced links. */
export function linkFailureText(error: unknown, { broken, unavailable }: LinkTexts): string {
  if (isTransient(error)) return `${unavailable}: ${detailOrMessage(error)}`;
  const malformed = error instanceof AppError && error.status === HTTP_UNPROCESSABLE_CONTENT;
  return malformed ? broken : detailOr(error, broken);
}
