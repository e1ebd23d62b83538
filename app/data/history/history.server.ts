import type { HistoryFilter, HistoryQuery } from '~/contract/history-schemas';
import type { Upstream } from '~/upstream/upstream.server';

/** GET /admin/history of the embedded API. */
export function listHistory(upstream: Upstream, query: HistoryQuery): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/history', query });
}

/** GET /admin/history/export */
export function exportHistory(upstream: Upstream, query: HistoryFilter): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/history/export', query });
}
