import type { Context, Hono } from 'hono';
import { HTTP_METHOD_NOT_ALLOWED, HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { errorBody } from './api-error';
import type { ApiEnv } from './router';

const METHODS = ['DELETE', 'GET', 'POST', 'PUT'];

/** Answers requests without a route: OPTIONS lists methods, another method is 405, a path 404. */
export function createFallback({ router }: Hono<ApiEnv>) {
  return (c: Context): Response => {
    // Middleware is mounted for ALL methods.
    const routed = METHODS.filter((method) =>
      router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (routed.length === 0) return c.json(errorBody('Not found'), HTTP_NOT_FOUND);
    const allowed = routed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    const headers = { allow: [...allowed, 'OPTIONS'].join(', ') };
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
    return c.json(errorBody('Method not allowed'), HTTP_METHOD_NOT_ALLOWED, headers);
  };
}
