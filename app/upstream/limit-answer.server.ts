import { HTTP_BAD_GATEWAY } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { limitStream } from '~/lib/limit-stream';

/** Longest answer that is read into memory, in bytes: of a sign-in, one record, a page of users. Lists are streamed. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** The same response with a limit for callers that read the body as a whole: beyond it reading fails with an AppError, and no more is received. */
export function limitAnswer(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  return new Response(limitStream(body, ANSWER_LIMIT_BYTES, tooLarge), {
    status,
    statusText,
    headers,
  });
}

function tooLarge(): AppError {
  return new AppError({ status: HTTP_BAD_GATEWAY, detail: "The API's answer is too large" });
}
