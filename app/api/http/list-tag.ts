import { HTTP_NOT_MODIFIED } from '~/contract/http-status';
import { entityTag, namesTag } from './entity-tag';
import type { ApiContext } from './router';

interface ListAnswer {
  response: Response;
  /** The same version, read by the statement that read the rows, or by the first of them. */
  version: string | null;
}

/**
 * Answers the calls of a list with it and its ETag, or with 304 where the caller has it; the version alone is read first only for a caller that has a tag.
 * Some lists take more than one statement: their rows are as new as the tag or newer, so it is weak (RFC 9110, 8.8.3).
 * @param readVersion reads the version of all tables that the list is read from; null: not known
 * @param shape the fields of its rows, and what else they are made with
 */
export function createUnlessKnown(
  readVersion: () => Promise<string | null>,
  ...shape: readonly unknown[]
) {
  const ofShape = entityTag(shape);
  return async (
    c: ApiContext,
    query: object | undefined,
    read: () => Promise<ListAnswer>,
  ): Promise<Response> => {
    const ifNoneMatch = c.req.header('if-none-match');
    const tagOf = (version: string | null) =>
      version === null ? null : entityTag([version, ofShape, query]);
    const known = ifNoneMatch === undefined ? null : tagOf(await readVersion());
    if (known !== null && namesTag(ifNoneMatch, known)) {
      return new Response(null, { status: HTTP_NOT_MODIFIED, headers: { etag: `W/${known}` } });
    }
    const { response, version } = await read();
    const tag = tagOf(version);
    if (tag !== null) response.headers.set('etag', `W/${tag}`);
    return response;
  };
}
