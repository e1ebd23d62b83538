import { createMiddleware } from '@tanstack/react-start';
import { getRequest, getRequestHeader, getRequestIP } from '@tanstack/react-start/server';
import { HTTP_UNAUTHORIZED } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { clientAddress } from '~/lib/client-address.server';
import { createUpstream } from '~/upstream/upstream.server';
import { getTransport } from '~/upstream/transport.server';
import { getSession } from './session/session-store';

function openUpstream(token: string | null) {
  const { headers, signal: browser } = getRequest();
  const client = {
    address: clientAddress(headers, getRequestIP()),
    userAgent: headers.get('user-agent') ?? undefined,
  };
  return createUpstream({ ...getTransport(client), token, browser });
}

/** For calls that need no session: `context.upstream` without a token. */
export const withPublicUpstream = createMiddleware({ type: 'function' }).server(({ next }) =>
  next({ context: { upstream: openUpstream(null) } }),
);

/**
 * For every other call: the browser adds the stored token; the server answers 401 without one and passes the function
 * `context.upstream`. The API authenticates and authorizes every call.
 */
export const withUpstream = createMiddleware({ type: 'function' })
  .client(({ next }) => {
    const session = getSession();
    return next(session ? { headers: { authorization: `Bearer ${session.token}` } } : {});
  })
  .server(({ next }) => {
    const token = /^Bearer (\S+)$/.exec(getRequestHeader('authorization') ?? '')?.[1];
    if (!token) throw new AppError({ status: HTTP_UNAUTHORIZED, detail: 'Not authenticated' });
    return next({ context: { upstream: openUpstream(token) } });
  });
