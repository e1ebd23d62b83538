import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiTokenScope } from '~/accounts/api-tokens';
import type { Rights } from '~/accounts/rights';
import { HTTP_CONTENT_TOO_LARGE, HTTP_SERVICE_UNAVAILABLE } from '~/rpc/errors/http-status';
import { PUBLIC_BODY_LIMIT_BYTES } from '~/fields/limits';
import { tooLargeMessage } from '~/rpc/errors/body-error';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { Semaphore } from '~/platform/semaphore';
import { limitStream } from '~/platform/streams';
import { ApiError } from './api-error';
import { validationHook } from './validation';

/** The sender of a request, as far as the server knows. */
export interface Caller {
  address?: string | undefined;
}

/** Sender of a request. Unknown texts are empty. */
export interface Client {
  address: string;
  userAgent: string;
}

export function clientOf(c: ApiContext): Client {
  return { address: c.env.address ?? '', userAgent: c.req.header('user-agent') ?? '' };
}

/** The person to whom a token belongs. */
export interface SignedIn {
  userId: number;
  isSuperuser: boolean;
  rights: Rights;
  hasSecondFactor: boolean;
  /** Time of the last password check. */
  authenticatedAt: Date;
  tokenHash: string;
  /** Null for the token of a session. */
  apiToken: {
    id: number;
    name: string;
    scope: ApiTokenScope;
    /** False if answers leave out e-mail addresses, phones and notes. */
    personalData: boolean;
    /** Name of the actor in the history. */
    actorName: string;
  } | null;
}

export interface ApiEnv {
  Bindings: Caller;
  Variables: {
    /** Set by the auth middleware on every /admin route. */
    session: SignedIn;
    /** True if an answer needs no filter for personal data. */
    isCleared?: boolean;
  };
}
export type ApiContext = Context<ApiEnv>;
export type ApiRouter = OpenAPIHono<ApiEnv>;

/** Limit of an ordinary body, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

interface BodyLimits {
  bodyLimitBytes?: number;
  multipartLimitBytes?: number;
}

/** Creates a router for routes that need no token. Their bodies must be short (docs/behaviour/limits.md). */
export function createPublicRouter(): ApiRouter {
  return createRouter({ bodyLimitBytes: PUBLIC_BODY_LIMIT_BYTES });
}

/**
 * Creates a resource's router. Mount each under a separate path, since the body limit applies to everything
 * below it.
 */
export function createRouter({
  bodyLimitBytes = BODY_LIMIT_BYTES,
  multipartLimitBytes = bodyLimitBytes,
}: BodyLimits = {}): ApiRouter {
  const router = new OpenAPIHono<ApiEnv>({ defaultHook: validationHook });
  const limit = limitBody(bodyLimitBytes);
  const multipartLimit = limitForm(multipartLimitBytes);
  router.use((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    return (isMultipart(c) ? multipartLimit : limit)(c, next);
  });
  return router;
}

export function isMultipart(c: Context): boolean {
  return (c.req.header('content-type') ?? '').toLowerCase().startsWith('multipart/form-data');
}

function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(maxSize);
    },
  });
}

/** Limits a form of unknown length while it streams. hono's own limit would hold all of it first. */
function limitForm(maxSize: number): MiddlewareHandler {
  return (c, next) => {
    const { raw } = c.req;
    if (Number(raw.headers.get('content-length')) > maxSize) throw tooLarge(maxSize);
    const isCounted = raw.headers.has('content-length') && !raw.headers.has('transfer-encoding');
    if (raw.body && !isCounted) {
      const body = limitStream(raw.body, maxSize, () => tooLarge(maxSize));
      const init = { body, duplex: 'half' };
      c.req.raw = new Request(raw, init);
    }
    return next();
  };
}

/** Number of forms in memory. Each may have 100 MB and stays as long as its import runs. */
const FORMS_AT_ONCE = 4;

/** Admits a few large forms at a time. Waiting ones are not read. Mount it after the token check. */
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

function tooLarge(bytes: number): ApiError {
  return new ApiError(HTTP_CONTENT_TOO_LARGE, tooLargeMessage(bytes));
}

/** Keeps caches from storing responses and errors, which are about one person's link or token. */
export const noStore: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.header('cache-control', 'no-store');
  await next();
};
