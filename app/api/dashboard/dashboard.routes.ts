import { dashboardCalls } from '~/contract/calls/dashboard';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { readDashboardStats } from './dashboard.repo';

export function dashboardRoutes({ db, clock }: ApiDeps) {
  return serveCalls(createRouter(), dashboardCalls, {
    get: () => readDashboardStats(db, clock()),
  });
}
