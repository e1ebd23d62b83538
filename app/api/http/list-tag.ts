import { HTTP_NOT_MODIFIED } from '~/contract/http-status';
import { entityTag, namesTag } from './entity-tag';
import type { ApiContext } from './router';

interface ListAnswer {
  response: Response;
  /** The same version, read by the statement that read the rows, or by the first of them. */
  version: string | null;
}

/** Answers the calls of a list with its ETag, or with 304. Weak: of several statements the rows may be newer than the tag (RFC 9110, 8.8.3). */
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
