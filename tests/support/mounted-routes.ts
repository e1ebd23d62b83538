import { createApp } from '~/rpc/embedded/app.server';
import type { ApiDeps } from '~/rpc/embedded/deps';

/**
 * Returns the router's routes in the words of OpenAPI. Middleware, which is mounted for ALL methods, is
 * left out.
 */
export function mountedRoutes(deps: ApiDeps): string[] {
  const names = createApp(deps)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  return [...new Set(names)];
}
