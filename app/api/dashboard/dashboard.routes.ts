import { createRoute } from '@hono/zod-openapi';
import { dashboardStatsSchema } from '~/contract/dashboard';
import type { ApiDeps } from '../deps';
import { bearerSecurity, json, errorResponses } from '../http/openapi';
import { createRouter } from '../http/router';
import { readDashboardStats } from './dashboard.repo';

const statsRoute = createRoute({
  method: 'get',
  path: '/',
  tags: ['Dashboard'],
  summary: 'Statistics of the service',
  security: bearerSecurity,
  responses: { ...errorResponses(401, 403), 200: json(dashboardStatsSchema, 'The statistics') },
});

export function dashboardRoutes({ db, clock }: ApiDeps) {
  return createRouter().openapi(statsRoute, async (c) =>
    c.json(await readDashboardStats(db, clock()), 200),
  );
}
