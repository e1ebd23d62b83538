import { HTTP_NOT_MODIFIED } from '~/rpc/errors/http-status';
import type { Db } from '~/platform/database/connect.server';
import { readVersion, type ListTable } from '~/platform/database/table-changes.repo';
import { entityTag, namesTag } from './entity-tag';
import type { ApiContext } from './router';

interface TaggedList {
  db: Db;
  /** The tables that the list is read from. */
  tables: readonly ListTable[];
  /** The fields of a row and the query: the ETag names them too. */
  of: readonly unknown[];
}

interface ListAnswer {
  response: Response;
  /** The version of the tables, read by the statement that read the rows, or by the first of them. */
  version: string | null;
}

/** Answers a list with its ETag, or with 304. Weak, as rows may be newer than it (RFC 9110, 8.8.3). */
export async function unlessKnown(
  c: ApiContext,
  { db, tables, of }: TaggedList,
  read: () => Promise<ListAnswer>,
): Promise<Response> {
  const ifNoneMatch = c.req.header('if-none-match');
  const tagOf = (version: string | null) => (version === null ? null : entityTag([version, of]));
  const known = ifNoneMatch === undefined ? null : tagOf(await readVersion(db, tables));
  if (known !== null && namesTag(ifNoneMatch, known)) {
    return new Response(null, { status: HTTP_NOT_MODIFIED, headers: { etag: `W/${known}` } });
  }
  const { response, version } = await read();
  const tag = tagOf(version);
  if (tag !== null) response.headers.set('etag', `W/${tag}`);
  return response;
}
