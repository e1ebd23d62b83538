import { HTTP_NOT_MODIFIED } from '~/rpc/errors/http-status';
import type { Db } from '~/platform/database/connect.server';
import { readVersion, type ListTable } from '~/platform/database/table-changes.repo';
import { entityTag, namesTag } from './entity-tag';
import type { ApiContext } from './router';
import { FastResponse } from 'srvx';
import type { Log } from '~/platform/log';
import { streamOf } from '~/platform/streams';
import type { ApiDeps } from './deps';
import { hidesPersonalData } from './hiding';
import { clearList } from './personal-data';
import { createListReader, type JsonList, type UnpagedList } from './unpaged-list';

interface TaggedList {
  db: Db;
  /** The tables that the list is read from. */
  tables: readonly ListTable[];
  /** The fields of a row and the query, which are part of the ETag. */
  of: readonly unknown[];
}

interface ListAnswer {
  response: Response;
  /** The version of the tables, read by the statement that read the rows, or by the first of them. */
  version: string | null;
}

/** Answers a list with its ETag, or with 304. The tag is weak, as the rows may be newer (RFC 9110, 8.8.3). */
export async function unlessKnown(
  c: ApiContext,
  { db, tables, of }: TaggedList,
  read: () => Promise<ListAnswer>,
): Promise<Response> {
  const ifNoneMatch = c.req.header('if-none-match');
  const isHiding = hidesPersonalData();
  const tagOf = (version: string | null) =>
    version === null ? null : entityTag([version, of, isHiding]);
  const currentTag = ifNoneMatch === undefined ? null : tagOf(await readVersion(db, tables));
  if (currentTag !== null && namesTag(ifNoneMatch, currentTag)) {
    return new Response(null, { status: HTTP_NOT_MODIFIED, headers: { etag: `W/${currentTag}` } });
  }
  const { response, version } = await read();
  const tag = tagOf(version);
  if (tag !== null) response.headers.set('etag', `W/${tag}`);
  return response;
}

interface ListRequest extends Pick<TaggedList, 'of'> {
  /** Values for the list's placeholders. */
  values?: Record<string, unknown>;
}

/** Creates the function that answers unpaged lists. `batchRows` as in createListReader. */
export function createListAnswers({ db, log, settings }: ApiDeps, batchRows?: number) {
  const readList = createListReader(db, settings.maxConnections, batchRows);
  return (c: ApiContext, list: UnpagedList, { of, values }: ListRequest): Promise<Response> =>
    unlessKnown(c, { db, tables: list.source.tables, of }, async () => {
      const rows = await readList(list, { values, signal: c.req.raw.signal });
      const shown = hidesPersonalData() ? clearList(c, rows) : rows;
      return { response: sendJsonList(shown, log), version: rows.version };
    });
}

export type AnswerList = ReturnType<typeof createListAnswers>;

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };

/** Sends a list as one JSON array. If reading fails midway, the connection breaks. */
function sendJsonList({ first, rest }: JsonList, log: Log): Response {
  // FastResponse avoids a stream, which took a sixth of a list call's CPU time.
  if (!rest) return new FastResponse(`[${first}]`, JSON_TYPE);
  const body = streamOf(toArray(first, rest), (err) => log.error({ err }, 'A list broke off'));
  return new Response(body, JSON_TYPE);
}

async function* toArray(
  first: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  yield `[${first}`;
  for await (const rows of rest) yield `,${rows}`;
  yield ']';
}
