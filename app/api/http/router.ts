import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTP_CONTENT_TOO_LARGE } from '~/contract/http-status';
import { ApiError } from './api-error';
import { validationHook } from './validation';

/** The sender of a request, as far as the server knows. */
export interface Caller {
  /** Network address of the client. */
  address?: string | undefined;
}

/** What a request says about its sender; texts are empty where it says nothing. */
export interface Client {
  address: string;
  userAgent: string;
}

export function clientOf(c: ApiContext): Client {
  return { address: c.env.address ?? '', userAgent: c.req.header('user-agent') ?? '' };
}

/** The owner of a token. */
export interface SignedIn {
  userId: number;
  isSuperuser: boolean;
  hasSecondFactor: boolean;
  /** When the password was last asked for. */
  authenticatedAt: Date;
  tokenHash: string;
}

export interface ApiEnv {
  Bindings: Caller;
  /** Set by the auth middleware, on every /admin route. */
  Variables: { session: SignedIn };
}
export type ApiContext = Context<ApiEnv>;
export type ApiRouter = OpenAPIHono<ApiEnv>;

/** Longest body of an ordinary call, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** A resource's routes. Mount each under a separate path: the body limit applies to everything below it. */
export function createRouter(options: { multipartLimitBytes?: number } = {}): ApiRouter {
  const router = new OpenAPIHono<ApiEnv>({ defaultHook: validationHook });
  const limit = limitBody(BODY_LIMIT_BYTES);
  const multipartLimit = limitBody(options.multipartLimitBytes ?? BODY_LIMIT_BYTES);
  router.use((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    return (isMultipart(c) ? multipartLimit : limit)(c, next);
  });
  return router;
}

export function isMultipart(c: Context): boolean {
  return (c.req.header('content-type') ?? '').toLowerCase().startsWith('multipart/form-data');
}

function limitBody(maxSize: number) {
  const megabytes = Math.floor(maxSize / 1024 / 1024);
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError(
        HTTP_CONTENT_TOO_LARGE,
        `The request is too large: at most ${megabytes} MB`,
      );
    },
  });
}
