import { dashboardCalls } from '~/contract/calls/dashboard';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { readDashboardStats } from './dashboard.repo';

export function dashboardRoutes({ db, clock }: ApiDeps) {
  return createRouter().openapi(routeOf(dashboardCalls, 'get'), async (c) =>
    c.json(await readDashboardStats(db, clock()), 200),
  );
}
