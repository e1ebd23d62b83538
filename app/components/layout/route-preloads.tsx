import { useMatches, useRouter } from '@tanstack/react-router';

/**
 * Preloads the code of client-only screens together with the page. The framework preloads what it renders on the
 * server, down to the first client-only route; the code below that would wait until the bundle has run.
 */
export function RoutePreloads() {
  const router = useRouter();
  const matches = useMatches();
  const routes = router.ssr?.manifest?.routes;
  const firstClientOnly = matches.findIndex((match) => match.ssr === false);
  if (!routes || firstClientOnly < 0) return null;
  const preloads = matches
    .slice(firstClientOnly + 1)
    .flatMap(({ routeId }) => routes[routeId]?.preloads ?? [])
    .map((preload) => (typeof preload === 'string' ? preload : preload.href));
  return [...new Set(preloads)].map((href) => (
    <link key={href} rel="modulepreload" href={href} nonce={router.options.ssr?.nonce} />
  ));
}
