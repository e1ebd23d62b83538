import { randomBytes } from 'node:crypto';
import { createMiddleware } from '@tanstack/react-start';
import { pageLanguage, inLanguage } from './page-language.server';
import { setRouteLabel } from '~/platform/request-context.server';

export const documentLanguage = createMiddleware().server(({ next, request, handlerType }) =>
  handlerType === 'router' ? inLanguage(pageLanguage(request), () => next()) : next(),
);

/** Gives each page a nonce for its own scripts, and a Content-Security-Policy that allows no others. */
export const documentSecurity = createMiddleware().server(async ({ next, handlerType }) => {
  if (handlerType !== 'router') return next();
  const nonce = randomBytes(16).toString('base64');
  const result = await next({ context: { nonce } });
  const { headers } = result.response;
  const isPage = headers.get('content-type')?.startsWith('text/html');
  if (isPage && !headers.has('content-security-policy')) {
    headers.set('content-security-policy', contentSecurityPolicy(nonce));
    headers.set('cache-control', 'no-store');
  }
  return result;
});

/** Images may come from any host, as an API decides. The chart and positioned layers set style attributes. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Functions that serve every declared call. Each call sets its label itself (app/rpc/perform.server.ts). */
const OF_MANY_CALLS = new Set(['readFn', 'changeFn', 'formFn']);

/** Labels a server function's call with the function's name, which a request middleware does not know. */
export const requestRoute = createMiddleware({ type: 'function' }).server(
  ({ next, serverFnMeta }) => {
    // The name in the source code.
    const name = serverFnMeta.name.replace(/_createServerFn.*$/, '');
    if (!OF_MANY_CALLS.has(name)) setRouteLabel(`server function ${name}`);
    return next();
  },
);
