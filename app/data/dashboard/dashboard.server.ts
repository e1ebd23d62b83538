import type { Upstream } from '~/upstream/upstream.server';

/** GET /admin/dashboard-stats */
export function getDashboardStats(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/dashboard-stats' });
}
