import { HTTP_BAD_GATEWAY } from '~/contract/http-status';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import { limitStream } from '~/lib/limit-stream';
import { parseJson } from '~/lib/parse-json';

/** Longest answer that is read into memory, in bytes: of a sign-in, one record, a page of users. Lists are streamed. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** The same response with a limit for callers that read the body as a whole: beyond it reading fails with an AppError, and no more is received. */
export function limitAnswer(response: Response): Response {
  const { body } = response;
  return body ? new Response(limitStream(body, ANSWER_LIMIT_BYTES, tooLarge), response) : response;
}

function tooLarge(): AppError {
  return new AppError({ status: HTTP_BAD_GATEWAY, detail: "The API's answer is too large" });
}

/** The JSON value of a successful response, if it is JSON. @throws AppError: too large, or "Network error" where it breaks off */
export async function readJson(response: Response): Promise<unknown> {
  const text = await limitAnswer(response)
    .text()
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      throw new AppError({ status: HTTP_BAD_GATEWAY, statusText: NETWORK_ERROR_MESSAGE });
    });
  return parseJson(text);
}

/** Waits for a call whose body is not used and frees its connection; a broken body does not matter. */
export async function drain(call: Promise<Response>): Promise<null> {
  const response = await call;
  await response.body?.cancel().catch(() => undefined);
  return null;
}
