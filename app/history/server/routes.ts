import { historyCalls } from '~/history/calls';
import type { HistoryFilter } from '~/history/answers';
import { streamOf } from '~/platform/streams';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { invalidField } from '~/rpc/embedded/api-error';
import { hidesPersonalData } from '~/rpc/embedded/hiding';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { listHistory } from './history';
import { historyCsv } from './history-csv';
import type { SeenPart } from './history.repo';
import { getEarlierValues, writeEarlierValues } from './earlier-values';
import { restore, restoreRecord } from './restore';

/** All routes of /admin/history. No call changes an entry; a restore writes a new one. */
export function historyRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), historyCalls, {
    list: (c) => listHistory(deps, filterOf(c.req.valid('query'))),
    export: (c) =>
      new Response(streamOf(historyCsv(deps.db, filterOf(c.req.valid('query')))), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="history.csv"',
        },
      }),
    restoreRecord: (c) => restoreRecord(deps, administratorOf(c), c.req.valid('json')),
    restoreEntry: (c) => restore(deps, administratorOf(c), c.req.valid('param')),
    restoreChange: (c) => restore(deps, administratorOf(c), c.req.valid('param')),
    values: (c) => getEarlierValues(deps, { ...c.req.valid('param'), ...c.req.valid('query') }),
    writeValues: (c) => {
      const source = { ...c.req.valid('param'), ...c.req.valid('query') };
      const { 'if-match': ifMatch } = c.req.valid('header');
      return writeEarlierValues(deps, administratorOf(c), source, ifMatch);
    },
  });
}

/** Checks a filter: an id needs a kind, as it alone identifies no record. @throws ApiError 422 */
function filterOf<Filter extends HistoryFilter>(filter: Filter): Filter & SeenPart {
  if (filter.record !== undefined && filter.kind === undefined) {
    throw invalidField('kind', 'kind_required');
  }
  return { ...filter, isHiding: hidesPersonalData() };
}
