import type { HistoryFilter } from '~/contract/history-schemas';
import type { ApiDeps } from '../deps';
import { invalidField } from '../http/api-error';
import { createRouter } from '../http/router';
import { listHistory } from './history';
import { historyCsv } from './history-csv';
import { exportRoute, listRoute } from './history.openapi';

/** All of /admin/history. It only reads: nothing here changes an entry. */
export function historyRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const query = c.req.valid('query');
      requireKind(query);
      return c.json(await listHistory(deps, query), 200);
    })
    .openapi(exportRoute, (c) => {
      const filter = c.req.valid('query');
      requireKind(filter);
      return new Response(historyCsv(deps.db, filter), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="history.csv"',
        },
      });
    });
}

/** An id alone names no record. */
function requireKind({ kind, record }: HistoryFilter): void {
  if (record !== undefined && kind === undefined) {
    throw invalidField('kind', 'Name the kind of the record');
  }
}
