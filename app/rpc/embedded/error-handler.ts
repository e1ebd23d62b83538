import type { Context, Hono } from 'hono';
import {
  HTTP_METHOD_NOT_ALLOWED,
  HTTP_NOT_FOUND,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_SERVICE_UNAVAILABLE,
} from '~/rpc/errors/http-status';
import { errorBody, ApiError } from './api-error';
import type { ApiEnv } from './router';
import { STATUS_CODES } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { Log } from '~/platform/log';
import { isBodyError } from '~/rpc/errors/body-error';
import { knownMethod } from '~/platform/metrics.server';
import { toDatabaseUnavailable } from '~/platform/database/errors';
import { toMediaUnavailable } from '~/platform/media/media-store';
import type { AnySentence } from '~/language/sentence';

const METHODS = ['DELETE', 'GET', 'POST', 'PUT'];

/** Answers requests without a route: OPTIONS lists methods, another method gets 405, an unknown path 404. */
export function createFallback({ router }: Hono<ApiEnv>) {
  return (c: Context): Response => {
    // Middleware is mounted for ALL methods.
    const routed = METHODS.filter((method) =>
      router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (routed.length === 0) return c.json(errorBody('not_found'), HTTP_NOT_FOUND);
    const allowed = routed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    const headers = { allow: [...allowed, 'OPTIONS'].join(', ') };
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
    return c.json(errorBody('method_not_allowed'), HTTP_METHOD_NOT_ALLOWED, headers);
  };
}

const RETRY_SECONDS = '10';

/** Builds a 503 with its reason. The caller may try again. */
export function unavailable(detail: AnySentence): Response {
  const headers = { 'retry-after': RETRY_SECONDS };
  return Response.json(errorBody(detail), { status: HTTP_SERVICE_UNAVAILABLE, headers });
}

/** Converts errors into `{"detail", "code", "params"}`. Unexpected ones are logged and not revealed. */
export function createErrorHandler(log: Log) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError) {
      const { status, body, errors, headers, factors } = error;
      const more = { ...(errors.length > 0 && { errors }), ...(factors.length > 0 && { factors }) };
      return c.json({ ...body, ...more }, status, headers);
    }
    if (error instanceof HTTPException) {
      const detail = error.message || STATUS_CODES[error.status] || 'Request rejected';
      const malformed = errorBody('malformed_json');
      // The error has the text of hono's own validator.
      const body =
        detail === malformed.detail ? malformed : { detail, code: 'http_error', params: {} };
      return c.json(body, error.status);
    }
    if (isBodyError(error)) {
      return Response.json(errorBody(error.sentence), { status: error.status });
    }
    const facts = { err: error, method: knownMethod(c.req.method), path: routePath(c, -1) };
    const media = toMediaUnavailable(error);
    if (media !== null) {
      log.warn(facts, 'The image store is unavailable');
      return unavailable(media);
    }
    const database = toDatabaseUnavailable(error);
    if (database !== null) {
      log.error(facts, 'The database is unavailable for a call');
      return unavailable(database);
    }
    log.error(facts, 'A call failed');
    return c.json(errorBody('internal_error'), HTTP_INTERNAL_SERVER_ERROR);
  };
}
