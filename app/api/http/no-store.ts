import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './router';

/** Nothing of these routes is stored by a cache, error responses included: they are about one person's link or token. */
export const noStore: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.header('cache-control', 'no-store');
  await next();
};
