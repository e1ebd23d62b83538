import { readRecord, UnreadableAnswerError, type Fields, parseJson } from '~/fields/reading';
import { recordTag, type Versioned } from './versioned';
import { AppError } from '~/rpc/errors/app-error';

/* Headers of a call and its answer between browser and server function, and readers of answers. */

/** The header with the name and the input of a call with a form: the form itself passes through unread. */
const CALL_HEADER = 'x-call';

interface NamedCall {
  call: string;
  input: Fields;
}

export function callHeader(named: NamedCall): Record<string, string> {
  return { [CALL_HEADER]: encodeURIComponent(JSON.stringify(named)) };
}

/** Server side: the call as it was sent, to be validated; null where it cannot be read. */
export function readCallHeader(headers: Headers): unknown {
  try {
    return JSON.parse(decodeURIComponent(headers.get(CALL_HEADER) ?? ''));
  } catch {
    return null;
  }
}

/** The API's ETag, which our compression leaves as it is: the version of a record (docs/decisions/0017). */
export const TAG_HEADER = 'x-api-etag';

/**
 * The header of calls for one record. Proxies that compress an answer change the record's tag, and some drop
 * it.
 */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' };

/** Browser side: the tag that was passed through, as it came. */
export function passedTag({ headers }: Response): string | null {
  const tag = headers.get(TAG_HEADER);
  return recordTag(tag) === null ? null : tag;
}

/** Server side: the headers of a response that is passed through. */
export function tagHeaders(response: Response): Record<string, string> {
  const tag = response.headers.get('etag');
  return tag === null ? {} : { [TAG_HEADER]: tag };
}

/** The headers of a change based on this version, from the browser and on to the API. */
export function matchHeaders(version: string | null): Record<string, string> {
  return version === null ? {} : { 'if-match': version };
}

/** Browser side: a record with the version that was passed through with it. */
export function withVersion<T extends object>(response: Response, record: T): Versioned<T> {
  return { ...record, version: passedTag(response) };
}

/** Parses a JSON response. @throws UnreadableAnswerError if it is not JSON, AppError if it is cut off */
export async function readAnswer<T>(
  response: Response,
  read: (answer: unknown, text: string) => T,
): Promise<T> {
  const text = await received(response.text());
  return read(parseAnswer(text), text);
}

/** The body of a response once it is there. @throws AppError if it is cut off */
export async function received<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    if (cause instanceof AppError || (cause instanceof DOMException && cause.name === 'AbortError'))
      throw cause;
    throw new AppError({ status: 0 });
  }
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
