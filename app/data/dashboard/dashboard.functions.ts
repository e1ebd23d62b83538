import { createServerFn } from '@tanstack/react-start';
import { passThrough } from '../answer';
import { withUpstream } from '../with-upstream';
import { getDashboardStats } from './dashboard.server';

export const getDashboardStatsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => passThrough(await getDashboardStats(context.upstream)));
