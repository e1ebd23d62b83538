import type { Context, Hono } from 'hono';
import {
  HTTP_METHOD_NOT_ALLOWED,
  HTTP_NOT_FOUND,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_SERVICE_UNAVAILABLE,
} from '~/rpc/errors/http-status';
import { errorBody, ApiError, type ErrorBody } from './api-error';
import type { ApiEnv } from './router';
import { STATUS_CODES } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { Log } from '~/platform/log';
import { isBodyError } from '~/rpc/errors/body-error';
import { knownMethod } from '~/platform/metrics.server';
import { findSentence, type SentenceText } from '~/language/sentence';

const METHODS = ['DELETE', 'GET', 'POST', 'PUT'];

/** Answers requests without a route: OPTIONS lists methods, another method is 405, a path 404. */
export function createFallback({ router }: Hono<ApiEnv>) {
  return (c: Context): Response => {
    // Middleware is mounted for ALL methods.
    const routed = METHODS.filter((method) =>
      router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (routed.length === 0) return c.json(errorBody('Not found'), HTTP_NOT_FOUND);
    const allowed = routed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    const headers = { allow: [...allowed, 'OPTIONS'].join(', ') };
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers);
    return c.json(errorBody('Method not allowed'), HTTP_METHOD_NOT_ALLOWED, headers);
  };
}

const RETRY_SECONDS = '10';

/** Something the API needs and may miss for a while: a call that fails by it is answered 503. */
export interface Dependency {
  /** The caller's message when the error comes from this dependency; null for other errors. */
  toUnavailable: (error: Error) => SentenceText | null;
  logLevel: 'warn' | 'error';
  logMessage: string;
}

/** 503 with its reason: the caller may try again. */
export function unavailable(detail: SentenceText): Response {
  const headers = { 'retry-after': RETRY_SECONDS };
  return Response.json(errorBody(detail), { status: HTTP_SERVICE_UNAVAILABLE, headers });
}

/** Turns errors into `{"detail", "code", "params"}`. Unexpected ones are logged and not revealed. */
export function createErrorHandler(log: Log, dependencies: readonly Dependency[]) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError) {
      const { status, body, errors, headers, factors } = error;
      const more = { ...(errors.length > 0 && { errors }), ...(factors.length > 0 && { factors }) };
      return c.json({ ...body, ...more }, status, headers);
    }
    if (error instanceof HTTPException) {
      const detail = error.message || STATUS_CODES[error.status] || 'Request rejected';
      return c.json(frameworkError(detail), error.status);
    }
    if (isBodyError(error)) {
      return Response.json(frameworkError(error.message), { status: error.status });
    }
    const facts = { err: error, method: knownMethod(c.req.method), path: routePath(c, -1) };
    for (const { toUnavailable, logLevel, logMessage } of dependencies) {
      const detail = toUnavailable(error);
      if (detail === null) continue;
      log[logLevel](facts, logMessage);
      return unavailable(detail);
    }
    log.error(facts, 'A call failed');
    return c.json(errorBody('Internal server error'), HTTP_INTERNAL_SERVER_ERROR);
  };
}

/** The body of an error of the framework, whose text is not always a sentence of the table. */
function frameworkError(detail: string): ErrorBody {
  return { detail, ...(findSentence(detail) ?? { code: 'http_error', params: {} }) };
}
