import { STRONG_TAG, type Versioned } from '~/contract/versioned';

/** The API's ETag, in a header that compression does not weaken. A strong one is a record's version (docs/decisions/0017). */
export const TAG_HEADER = 'x-api-etag';

export function strongTag(value: unknown): string | null {
  return typeof value === 'string' && STRONG_TAG.test(value) ? value : null;
}

export function versionOf(response: Response): string | null {
  return strongTag(response.headers.get('etag'));
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
  return { ...record, version: strongTag(response.headers.get(TAG_HEADER)) };
}
