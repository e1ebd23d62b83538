import { readRecord, UnreadableAnswerError, type UnknownRecord, parseJson } from '~/fields/reading';
import { recordTag, type Versioned } from './versioned';
import { AppError } from '~/rpc/errors/app-error';

/* Headers of calls and answers between browser and server function, and readers of answers. */

/** Header with the name and the input of a call with a form. The form itself passes through unread. */
const CALL_HEADER = 'x-call';

interface NamedCall {
  call: string;
  input: UnknownRecord;
}

export function callHeader(named: NamedCall): Record<string, string> {
  return { [CALL_HEADER]: encodeURIComponent(JSON.stringify(named)) };
}

/** Server side: the call as sent, before validation; null if it cannot be read. */
export function readCallHeader(headers: Headers): unknown {
  try {
    return JSON.parse(decodeURIComponent(headers.get(CALL_HEADER) ?? ''));
  } catch {
    return null;
  }
}

/**
 * Header with the API's ETag, the version of a record (docs/decisions/0017). Our compression does not
 * change it.
 */
export const TAG_HEADER = 'x-api-etag';

/**
 * Headers of calls for one record. Proxies that compress an answer change the record's tag, and some drop
 * it.
 */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' };

/** Browser side: the passed tag, unchanged. */
export function passedTag({ headers }: Response): string | null {
  const tag = headers.get(TAG_HEADER);
  return recordTag(tag) === null ? null : tag;
}

/** Server side: the headers of a response that is passed on. */
export function tagHeaders(response: Response): Record<string, string> {
  const tag = response.headers.get('etag');
  return tag === null ? {} : { [TAG_HEADER]: tag };
}

/** Headers of a change that is based on this version, to the server function and to the API. */
export function matchHeaders(version: string | null): Record<string, string> {
  return version === null ? {} : { 'if-match': version };
}

/** Browser side: a record with the version that was passed with it. */
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

/** Waits for the body of a response. @throws AppError if it is cut off */
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
  read: (fields: UnknownRecord) => T,
): Promise<Versioned<T>> {
  const record = await readAnswer(response, (answer) => read(readRecord(answer)));
  return withVersion(response, record);
}

/** Parses a JSON text. @throws UnreadableAnswerError if it is no JSON */
export function parseAnswer(text: string): unknown {
  const answer = parseJson(text);
  if (answer === undefined) throw new UnreadableAnswerError();
  return answer;
}
