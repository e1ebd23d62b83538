import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Log } from '~/lib/log';
import { MediaUnavailableError } from '../media/media-store';
import { toDatabaseUnavailable } from '../db/errors';
import { ApiError } from './api-error';

const RETRY_SECONDS = '10';

/** Turns whatever a route throws into `{"detail"}`; unexpected errors are logged and not revealed. */
export function createErrorHandler(log: Log) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError) {
      const { status, detail, errors, headers } = error;
      return c.json(errors.length > 0 ? { detail, errors } : { detail }, status, headers);
    }
    if (error instanceof HTTPException) {
      const detail = error.message || STATUS_CODES[error.status] || 'Request rejected';
      return c.json({ detail }, error.status);
    }
    if (error instanceof MediaUnavailableError) {
      log.warn({ err: error, path: c.req.path }, 'The image store is unavailable');
      return c.json({ detail: error.message }, 503, { 'retry-after': RETRY_SECONDS });
    }
    const unavailable = toDatabaseUnavailable(error);
    if (unavailable !== null) {
      log.error(
        { err: error, method: c.req.method, path: c.req.path },
        'The database is unavailable for a call',
      );
      return c.json({ detail: unavailable }, 503, { 'retry-after': RETRY_SECONDS });
    }
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'A call failed');
    return c.json({ detail: 'Internal server error' }, 500);
  };
}
