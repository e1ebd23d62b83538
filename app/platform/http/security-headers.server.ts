// Relative paths with extensions: app.config.ts imports this file without knowing the alias.
import { isErrorStatus } from '../../rpc/errors/http-status.ts';
import { changeHeaders } from './with-headers.ts';

/** Set on every response; app.config.ts sets them on static files too. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Not no-referrer: on plain http the CSRF check would then see no origin at all.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Sets the headers of every response; existing ones are kept. Errors are never cached. */
export function setSecurityHeaders(response: Response): Response {
  return changeHeaders(response, (headers) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (isErrorStatus(response.status)) headers.set('cache-control', 'no-store');
  });
}
