import { HTTP_NOT_MODIFIED } from '~/contract/http-status';
import { entityTag, namesTag } from './entity-tag';

export interface TaggedList {
  /** Of all tables that the list is read from, read before its rows; null: not known. */
  version: string | null;
  /** What else makes it what it is: the fields of its rows, and what was asked for. */
  of: readonly unknown[];
  /** The header. */
  ifNoneMatch: string | undefined;
}

/**
 * Answers with a list and its ETag, or with 304 where the caller has it. The tag is of the time before the rows are read:
 * it may name an older state than the rows have, never a newer one, and so is weak (RFC 9110, 8.8.3).
 */
export async function unlessKnown(
  { version, of, ifNoneMatch }: TaggedList,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (version === null) return answer();
  const tag = entityTag({ version, of });
  const headers = { etag: `W/${tag}` };
  if (namesTag(ifNoneMatch, tag)) return new Response(null, { status: HTTP_NOT_MODIFIED, headers });
  const response = await answer();
  response.headers.set('etag', headers.etag);
  return response;
}
