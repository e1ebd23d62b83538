import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Log } from '~/lib/log';
import { ApiError } from './api-error';

/** Turns whatever a route throws into `{"detail"}`; what no one foresaw is logged and stays on the server. */
export function createErrorHandler(log: Log) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError) {
      const { status, detail, errors, headers } = error;
      return c.json(errors.length > 0 ? { detail, errors } : { detail }, status, headers);
    }
    if (error instanceof HTTPException) {
      const detail = error.message || STATUS_CODES[error.status] || 'Request refused';
      return c.json({ detail }, error.status);
    }
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'A call failed');
    return c.json({ detail: 'Internal server error' }, 500);
  };
}
