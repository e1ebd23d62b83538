import { createApp } from '~/rpc/embedded/app.server';
import type { ApiDeps } from '~/rpc/embedded/deps';

/** What the router calls, in the words of OpenAPI; middleware is mounted for ALL methods. */
export function mountedRoutes(deps: ApiDeps): string[] {
  const names = createApp(deps)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  return [...new Set(names)];
}
