import type { Context, Hono } from 'hono';
import { HTTP_METHOD_NOT_ALLOWED, HTTP_NOT_FOUND } from '~/contract/http-status';
import { errorBody } from './api-error';
import type { ApiEnv } from './router';

/**
 * For requests that no route handles: OPTIONS lists the methods of a path, another method is 405, an unknown path 404.
 * The table of routes is the router's own.
 */
export function createFallback(app: Hono<ApiEnv>) {
  return (c: Context): Response => {
    const allowed = allowedMethods(app, c.req.path);
    if (allowed.length === 0) return c.json(errorBody('Not found'), HTTP_NOT_FOUND);
    const headers = { allow: [...allowed, 'OPTIONS'].join(', ') };
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
    return c.json(errorBody('Method not allowed'), HTTP_METHOD_NOT_ALLOWED, headers);
  };
}

function allowedMethods(app: Hono<ApiEnv>, path: string): string[] {
  const methods = new Set<string>();
  for (const route of app.routes) {
    if (route.method !== 'ALL' && matches(route.path, path)) methods.add(route.method);
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? given[index] !== '' : part === given[index],
    )
  );
}
