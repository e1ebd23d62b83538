import { HTTP_BAD_GATEWAY } from '~/contract/http-status';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import { limitAnswer } from './limit-answer.server';
import { parseJson } from '~/lib/parse-json';

/**
 * The JSON value of a successful response; undefined where the body is no JSON.
 * @throws AppError for one that is too large, and "Network error" for one that breaks off, which says nothing
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await limitAnswer(response)
    .text()
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      throw new AppError({ status: HTTP_BAD_GATEWAY, statusText: NETWORK_ERROR_MESSAGE });
    });
  return parseJson(text);
}
