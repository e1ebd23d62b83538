import { historyCalls } from '~/contract/calls/history';
import type { HistoryFilter } from '~/contract/history-schemas';
import { streamOf } from '~/lib/stream-of';
import { administratorOf } from '../auth/actor';
import { IMPORT_LIMIT_MS } from '../db/import-limits';
import { withTimeLimit } from '../db/time-limits.server';
import type { ApiDeps } from '../deps';
import { invalidField } from '../http/api-error';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { listHistory } from './history';
import { historyCsv } from './history-csv';
import { getEarlierValues, writeEarlierValues } from './earlier-values';
import { restore, restoreRecord, type Restored } from './restore';

/** All of /admin/history. Nothing here changes an entry: what is restored is an entry of its own. */
export function historyRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(routeOf(historyCalls, 'list'), async (c) => {
      const query = c.req.valid('query');
      requireKind(query);
      return c.json(await listHistory(deps, query), 200);
    })
    .openapi(routeOf(historyCalls, 'export'), (c) => {
      const filter = c.req.valid('query');
      requireKind(filter);
      return new Response(streamOf(historyCsv(deps.db, filter)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="history.csv"',
        },
      });
    })
    .openapi(routeOf(historyCalls, 'restoreRecord'), async (c) =>
      c.json(await inTime(() => restoreRecord(deps, administratorOf(c), c.req.valid('json'))), 200),
    )
    .openapi(routeOf(historyCalls, 'restoreEntry'), async (c) =>
      c.json(await inTime(() => restore(deps, administratorOf(c), c.req.valid('param'))), 200),
    )
    .openapi(routeOf(historyCalls, 'restoreChange'), async (c) =>
      c.json(await inTime(() => restore(deps, administratorOf(c), c.req.valid('param'))), 200),
    )
    .openapi(routeOf(historyCalls, 'values'), async (c) => {
      const source = { ...c.req.valid('param'), ...c.req.valid('query') };
      const { values, etag } = await getEarlierValues(deps, source);
      return c.json(values, 200, { etag });
    })
    .openapi(routeOf(historyCalls, 'writeValues'), async (c) => {
      const source = { ...c.req.valid('param'), ...c.req.valid('query') };
      const { 'if-match': ifMatch } = c.req.valid('header');
      await writeEarlierValues(deps, administratorOf(c), source, ifMatch);
      return c.body(null, 204);
    });
}

/** The rows of an undone import take as long as the import did. */
function inTime(work: () => Promise<Restored>): Promise<Restored> {
  return withTimeLimit(IMPORT_LIMIT_MS, work);
}

/** An id alone names no record. */
function requireKind({ kind, record }: HistoryFilter): void {
  if (record !== undefined && kind === undefined) {
    throw invalidField('kind', 'Name the kind of the record');
  }
}
