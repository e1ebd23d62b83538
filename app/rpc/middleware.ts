import { createMiddleware } from '@tanstack/react-start';
import { getSession } from './session-store';
import { openUpstream, requireToken } from './perform.server';

/** Adds the stored token in the browser, which most declared calls require. */
export const withToken = createMiddleware({ type: 'function' }).client(({ next }) => {
  const session = getSession();
  return next(session ? { headers: { authorization: `Bearer ${session.token}` } } : {});
});

/** For server functions that serve no declared call: 401 without a token, else `context.upstream` with it. */
export const withUpstream = createMiddleware({ type: 'function' })
  .middleware([withToken])
  .server(({ next }) => next({ context: { upstream: openUpstream(requireToken()) } }));
