/**
 * The version of a record, where the API sends one: a strong ETag, for If-Match of a change (docs/decisions/0017). It
 * passes the server function in a header of its own, since compression weakens an `etag`.
 */
const VERSION_HEADER = 'x-record-version';

const STRONG_TAG = /^"[\x21\x23-\x7e]{1,512}"$/;

/** A strong tag, or null for anything else. */
export function strongTag(value: unknown): string | null {
  return typeof value === 'string' && STRONG_TAG.test(value) ? value : null;
}

/** Server side: the version in a response of the API. */
export function versionOf(response: Response): string | null {
  return strongTag(response.headers.get('etag'));
}

/** Server side: the headers of a response that is passed through. */
export function versionHeaders(response: Response): Record<string, string> {
  const version = versionOf(response);
  return version === null ? {} : { [VERSION_HEADER]: version };
}

/** Server side: the headers of a change based on this version. */
export function matchHeaders(version: string | null): Record<string, string> {
  return version === null ? {} : { 'if-match': version };
}

/** Browser side: the version that was passed through. */
export function passedVersion(response: Response): string | null {
  return strongTag(response.headers.get(VERSION_HEADER));
}
