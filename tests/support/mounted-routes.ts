import { createApp } from '~/api/app.server';
import type { ApiDeps } from '~/api/deps';

/** What the router calls, in the words of OpenAPI; middleware is mounted for ALL methods. */
export function mountedRoutes(deps: ApiDeps): string[] {
  const names = createApp(deps)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  return [...new Set(names)];
}
