import type { MiddlewareHandler } from 'hono';
import { HTTP_SERVICE_UNAVAILABLE } from '~/rpc/errors/http-status';
import { Semaphore } from '~/platform/semaphore';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { ApiError } from './api-error';
import { BODY_LIMIT_BYTES, isMultipart, type ApiEnv } from './router';

/** A form is held in memory, up to 100 MB and for as long as its import runs. */
const FORMS_AT_ONCE = 4;

/** Admits a few large forms at a time. Waiting ones are not read. Mount after the token check. */
export function limitLargeForms(): MiddlewareHandler<ApiEnv> {
  const forms = new Semaphore({
    permits: FORMS_AT_ONCE,
    queueLimit: 20,
    waitLimitMs: 60_000,
    busy: () =>
      new ApiError(HTTP_SERVICE_UNAVAILABLE, 'too_many_uploads', [], { 'retry-after': '60' }),
  });
  return async (c, next) => {
    const length = c.req.header('content-length');
    const isSmall = length !== undefined && Number(length) <= BODY_LIMIT_BYTES;
    if (isSmall || !isMultipart(c)) return next();
    const release = await outsideTimeLimit(() => forms.acquire(c.req.raw.signal));
    try {
      return await next();
    } finally {
      release();
    }
  };
}
