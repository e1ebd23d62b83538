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
 * route's pattern, so no search text or token reaches it.
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

/** Runs once the last byte was sent or the client has left; at once on other platforms. */
function whenSent({ runtime }: ServerRequest, done: () => void): void {
  const response = runtime?.node?.res;
  if (!response || response.closed) done();
  else response.once('close', AsyncLocalStorage.bind(done));
}

/** A request's log line has only the fields below. Redacting it would take longer than writing it. */
const requestLogger = logger.child({}, { redact: [] });

const FILE_ROUTE = '(file)';
/** Requested constantly and not worth a log line. */
const QUIET = new Set([FILE_ROUTE, '/healthz', '/readyz', '/metrics']);

/** Not a page, server function or call of the API: a static file or an unknown address. */
function routeOfFile({ method }: Request, status: number): string {
  return !isErrorStatus(status) && (method === 'GET' || method === 'HEAD')
    ? FILE_ROUTE
    : '(unknown)';
}

/** A keep-alive connection would outlive the closing of the server; this ends it with the response. */
function mark(headers: Headers, id: string): void {
  headers.set('x-request-id', id);
  if (currentPhase() === 'stopping') headers.set('connection', 'close');
}
