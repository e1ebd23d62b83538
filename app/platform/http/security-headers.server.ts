// Relative paths with extensions, since app.config.ts imports this file and knows no alias.
import { isErrorStatus } from '../../rpc/errors/http-status.ts';
import { changeHeaders } from './with-headers.ts';

/** Headers of every response. app.config.ts sets them on static files too. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Not no-referrer, since the CSRF check would then see no origin on plain http.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Adds the headers to a response. Existing ones stay. Errors are never cached. */
export function setSecurityHeaders(response: Response): Response {
  return changeHeaders(response, (headers) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (isErrorStatus(response.status)) headers.set('cache-control', 'no-store');
  });
}
