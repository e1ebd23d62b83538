import { createMiddleware } from '@tanstack/react-start';
import { getSession } from './session-store';
import { openUpstream, requireToken } from './perform.server';

/** Adds the token stored in the browser. Most declared calls require it. */
export const withToken = createMiddleware({ type: 'function' }).client(({ next }) => {
  const session = getSession();
  return next(session ? { headers: { authorization: `Bearer ${session.token}` } } : {});
});

/**
 * Rejects with 401 without a token, otherwise sets `context.upstream`. Server functions that serve no
 * declared call use it.
 */
export const withUpstream = createMiddleware({ type: 'function' })
  .middleware([withToken])
  .server(({ next }) => next({ context: { upstream: openUpstream(requireToken()) } }));
