import { readRecord, UnreadableAnswerError, type Fields } from '~/contract/reading';
import type { Versioned } from '~/contract/versioned';
import { AppError } from '~/lib/app-error';
import { HTTP_NO_CONTENT, HTTP_NOT_MODIFIED, HTTP_OK } from '~/contract/http-status';
import { tagHeaders, withVersion } from './record-version';
import { parseJson } from '~/lib/parse-json';

/** Success without a body. */
const PASSED_ON = new Set([HTTP_NO_CONTENT, HTTP_NOT_MODIFIED]);

/** Server side: streams an answer to the browser byte for byte, with its encoding and ETag, or passes on that nothing has changed. */
export function streamToBrowser(response: Response, mediaType = 'application/json'): Response {
  const isPassedOn = PASSED_ON.has(response.status);
  return new Response(response.body, {
    status: isPassedOn ? response.status : HTTP_OK,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      ...encodingHeaders(response),
      ...tagHeaders(response),
    },
  });
}

/** An answer that is still encoded was asked for so (perform-call.server.ts). */
function encodingHeaders({ headers }: Response): Record<string, string> {
  const encoding = headers.get('content-encoding');
  return encoding === null ? {} : { 'content-encoding': encoding, vary: 'accept-encoding' };
}

/** Parses a JSON response. @throws UnreadableAnswerError when it is none, AppError when the connection broke */
export async function readAnswer<T>(
  response: Response,
  read: (answer: unknown, text: string) => T,
): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    if (cause instanceof AppError || (cause instanceof DOMException && cause.name === 'AbortError'))
      throw cause;
    throw new AppError({ status: 0 });
  }
  return read(parseAnswer(text), text);
}

export async function readVersioned<T extends object>(
  response: Response,
  read: (fields: Fields) => T,
): Promise<Versioned<T>> {
  const record = await readAnswer(response, (answer) => read(readRecord(answer)));
  return withVersion(response, record);
}

/** @throws UnreadableAnswerError where it is no JSON */
export function parseAnswer(text: string): unknown {
  const answer = parseJson(text);
  if (answer === undefined) throw new UnreadableAnswerError();
  return answer;
}
