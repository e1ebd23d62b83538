import { createMiddleware } from '@tanstack/react-start';
import { contentSecurityPolicy, createNonce } from './content-security-policy.server';

/** Gives each page a nonce for its own scripts and a Content-Security-Policy that allows no others. */
export const documentSecurity = createMiddleware().server(async ({ next, handlerType }) => {
  if (handlerType !== 'router') return next();
  const nonce = createNonce();
  const result = await next({ context: { nonce } });
  const type = result.response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html') && !result.response.headers.has('content-security-policy')) {
    result.response.headers.set('content-security-policy', contentSecurityPolicy(nonce));
    result.response.headers.set('cache-control', 'no-store');
  }
  return result;
});
