import { randomUUID } from 'node:crypto';
import { logger } from '~/lib/logger.server';
import { requestSeconds } from '~/lib/metrics.server';
import { currentRoute, runForRequest } from '~/lib/request-context.server';
import { currentPhase } from './lifecycle.server';
import { changeHeaders } from './with-headers';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** What we take from a caller as the id of a request; anything else could be made to forge lines or fill the log. */
const SANE_ID = /^[\w.:-]{8,64}$/;
const HTTP_SERVER_ERROR = 500;

/**
 * Around every request, files included: gives it an id (the caller's X-Request-Id where that is sane), which stands on
 * the answer and in each line of the log, counts and times it, and writes a line when it was answered. That line has the
 * route's pattern in place of the address: search texts and tokens of links never reach a log.
 */
export function logRequests(handle: FetchHandler): FetchHandler {
  return (request) => {
    const given = request.headers.get('x-request-id') ?? '';
    const id = SANE_ID.test(given) ? given : randomUUID();
    return runForRequest(id, async () => {
      const started = performance.now();
      const response = changeHeaders(await handle(request), (headers) => mark(headers, id));
      const { method } = request;
      const { status } = response;
      const route = currentRoute() ?? routeOfFile(request, status);
      const ms = performance.now() - started;
      requestSeconds.observe({ method, route, status }, ms / 1000);
      if (!QUIET.has(route) || (route === FILE_ROUTE && status >= HTTP_SERVER_ERROR)) {
        logger.info({ method, route, status, ms: Math.round(ms) }, 'Request');
      }
      return response;
    });
  };
}

const FILE_ROUTE = '(file)';
/** What is asked for all the time and tells nothing. */
const QUIET = new Set([FILE_ROUTE, '/healthz', '/readyz', '/metrics']);

/** No page, server function or call of the API took it: a static file, or nothing that we know. */
function routeOfFile({ method }: Request, status: number): string {
  return status < 400 && (method === 'GET' || method === 'HEAD') ? FILE_ROUTE : '(unknown)';
}

/** A kept connection outlives the closing of the server while its client keeps asking; here it ends with this answer. */
function mark(headers: Headers, id: string): void {
  headers.set('x-request-id', id);
  if (currentPhase() === 'stopping') headers.set('connection', 'close');
}
