import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ServerRequest } from 'srvx';
import { HTTP_INTERNAL_SERVER_ERROR, isErrorStatus } from '~/rpc/errors/http-status';
import { logger } from '~/platform/logger.server';
import { knownMethod, requestSeconds } from '~/platform/metrics.server';
import { currentRoute, runForRequest } from '~/platform/request-context.server';
import { readTrace } from '~/platform/trace.server';
import { currentPhase } from './shutdown.server';
import { changeHeaders } from './with-headers';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Request ids that are accepted from a client; anything else could forge or flood log lines. */
const SANE_ID = /^[\w.:-]{8,64}$/;

/**
 * Gives every request an id, and counts, times and logs it once its last byte is sent. The log has the
 * route's pattern, so that it contains no search text or token.
 */
export function logRequests(handle: FetchHandler): FetchHandler {
  return (request) => {
    const given = request.headers.get('x-request-id') ?? '';
    const id = SANE_ID.test(given) ? given : randomUUID();
    const answer = async () => {
      const started = performance.now();
      const response = changeHeaders(await handle(request), (headers) => mark(headers, id));
      const method = knownMethod(request.method);
      const { status } = response;
      const route = currentRoute() ?? routeOfFile(request, status);
      whenSent(request, () => {
        const ms = performance.now() - started;
        requestSeconds.observe({ method, route, status }, ms / 1000);
        if (!QUIET.has(route) || (route === FILE_ROUTE && status >= HTTP_INTERNAL_SERVER_ERROR)) {
          requestLogger.info({ method, route, status, ms: Math.round(ms) }, 'Request');
        }
      });
      return response;
    };
    return runForRequest(id, answer, readTrace(request.headers));
  };
}

/**
 * Calls `done` once the last byte was sent or the client has disconnected. On other platforms it is called
 * at once.
 */
function whenSent({ runtime }: ServerRequest, done: () => void): void {
  const response = runtime?.node?.res;
  if (!response || response.closed) done();
  else response.once('close', AsyncLocalStorage.bind(done));
}

/** A request's log line has only the fields below. Redacting it would take longer than writing it. */
const requestLogger = logger.child({}, { redact: [] });

const FILE_ROUTE = '(file)';
/** Routes that are requested constantly and not logged. */
const QUIET = new Set([FILE_ROUTE, '/healthz', '/readyz', '/metrics']);

/**
 * Label of a static file or an unknown address: everything but pages, server functions and calls of the
 * API.
 */
function routeOfFile({ method }: Request, status: number): string {
  return !isErrorStatus(status) && (method === 'GET' || method === 'HEAD')
    ? FILE_ROUTE
    : '(unknown)';
}

/**
 * Adds the id. During a shutdown it also ends the keep-alive connection, which would delay the closing of
 * the server.
 */
function mark(headers: Headers, id: string): void {
  headers.set('x-request-id', id);
  if (currentPhase() === 'stopping') headers.set('connection', 'close');
}
