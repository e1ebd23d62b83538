import { createServerFn } from '@tanstack/react-start';
import { streamToBrowser } from '../answer';
import { withUpstream } from '../with-upstream';
import { getDashboardStats } from './dashboard.server';

export const getDashboardStatsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await getDashboardStats(context.upstream)));
