import type { Context, MiddlewareHandler } from 'hono';
import { countAttempt, type AttemptLimit } from '~/accounts/server/attempt-limits';
import { parseJson } from '~/fields/reading';
import { z } from '~/fields/zod';
import { HTTP_BAD_REQUEST, HTTP_METHOD_NOT_ALLOWED } from '~/rpc/errors/http-status';
import { ApiError, forbidden } from '../api-error';
import type { ApiDeps, ApiSettings } from '../deps';
import { createRouter, type ApiEnv } from '../router';
import type { FetchApi } from './tool';

/**
 * Limit of a token's messages per minute. New connections are counted separately, and notifications are
 * free.
 */
const LIMIT = { attempts: 60, windowSeconds: 60, message: 'mcp_calls' } as const;
const CALLS: AttemptLimit = { ...LIMIT, name: 'mcp' };
const CONNECTS: AttemptLimit = { ...LIMIT, name: 'mcp_connect' };

/**
 * Rejects pages of other origins, to protect browsers that were led here. The origin must be that of
 * PUBLIC_URL, or without one that of the requested host. Programs send no origin.
 * @throws ApiError 403
 */
export function requireOwnOrigin(settings: ApiSettings): MiddlewareHandler<ApiEnv> {
  const { publicUrl, publicOrigin } = settings;
  const own = 'publicOrigin' in settings ? publicOrigin : new URL(publicUrl).origin;
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isOwn =
      origin === undefined || (own === undefined ? hasHostOf(c, origin) : origin === own);
    if (!isOwn) throw forbidden('other_site');
    await next();
  };
}

/** Compares hosts without the scheme, since a proxy may end TLS. "null" has no host. */
function hasHostOf(c: Context, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(c.req.url).host;
}

/**
 * The Model Context Protocol at /api/mcp (docs/agents.md), for API tokens without the right to write. The
 * first message loads the protocol's library.
 */
export function mcpRoutes({ db, log }: ApiDeps, fetchApi: FetchApi) {
  const router = createRouter();
  // There are no streams and no sessions to end, so GET and DELETE get 405, as the protocol specifies.
  return router.all('/', async (c) => {
    if (c.req.method !== 'POST') {
      throw new ApiError(HTTP_METHOD_NOT_ALLOWED, 'method_not_allowed', [], { allow: 'POST' });
    }
    const { apiToken, rights } = c.get('session');
    if (apiToken === null || apiToken.scope === 'write') throw forbidden('mcp_token');
    const body = await c.req.text();
    const limit = limitOf(body);
    if (limit) await countAttempt(db, [{ limit, account: String(apiToken.id), network: '' }]);
    const { answerMessage } = await import('./mcp-server');
    const { url, method, headers, signal } = c.req.raw;
    const request = new Request(url, { method, headers, signal, body });
    const ofCaller: FetchApi = (call) => fetchApi(call, c.env);
    return answerMessage(request, { rights, token: apiToken, fetchApi: ofCaller, log });
  });
}

const messageSchema = z.object({ method: z.string() });

/** The limit by which a message is counted. @throws ApiError 400 for several messages at once */
function limitOf(body: string): AttemptLimit | null {
  // For a text that is no JSON, the protocol's library answers the error.
  const sent = parseJson(body);
  if (Array.isArray(sent)) throw new ApiError(HTTP_BAD_REQUEST, 'mcp_batch');
  const { method = '' } = messageSchema.safeParse(sent).data ?? {};
  if (method.startsWith('notifications/')) return null;
  return method === 'initialize' ? CONNECTS : CALLS;
}
