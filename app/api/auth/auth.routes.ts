import { createRoute } from '@hono/zod-openapi';
import { forgotPasswordSchema } from '~/contract/forgot-password';
import { passkeyRequestOptionsSchema } from '~/contract/passkeys';
import {
  loginPayloadSchema,
  loginResponseSchema,
  passkeyOptionsPayloadSchema,
} from '~/contract/session';
import type { ApiDeps } from '../deps';
import { signInRequired } from '../http/api-error';
import { readBearerToken } from './auth-middleware';
import { rejectCrossSite } from '../http/cross-site';
import { bearerSecurity, json, jsonBody, errorResponses } from '../http/openapi';
import { noStore } from '../http/no-store';
import { clientOf, createPublicRouter } from '../http/router';
import { parseInput } from '../http/validation';
import { requestPasswordReset } from './forgot-password';
import { login } from './login';
import { startPasskeySignIn } from './passkeys';
import { endSession } from './sessions.repo';
import { createCallQueue, type CallQueue } from './call-queue';

const loginRoute = createRoute({
  method: 'post',
  path: '/login',
  tags: ['Session'],
  summary: 'Sign in',
  request: {
    body: {
      content: {
        'application/json': { schema: loginPayloadSchema },
        'application/x-www-form-urlencoded': { schema: loginPayloadSchema },
      },
    },
  },
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422, 429),
    200: json(loginResponseSchema, 'A token, valid for 12 hours without a call and 7 days in all'),
  },
});

const passkeyOptionsRoute = createRoute({
  method: 'post',
  path: '/passkey-options',
  tags: ['Session'],
  summary: 'What a passkey of the account signs to sign in, once and within 5 minutes',
  request: { body: jsonBody(passkeyOptionsPayloadSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429),
    200: json(passkeyRequestOptionsSchema, 'For navigator.credentials.get()'),
  },
});

const forgotPasswordRoute = createRoute({
  method: 'post',
  path: '/forgot-password',
  tags: ['Session'],
  summary: 'Mail a link that sets a new password; the answer is the same for every address',
  request: { body: jsonBody(forgotPasswordSchema) },
  responses: {
    ...errorResponses(400, 403, 413, 415, 422, 429),
    204: { description: 'A mail is on its way if the address has an account' },
  },
});

const logoutRoute = createRoute({
  method: 'post',
  path: '/logout',
  tags: ['Session'],
  summary: 'Sign out: the token is no longer valid',
  security: bearerSecurity,
  responses: { ...errorResponses(401), 204: { description: 'Signed out' } },
});

/** Public routes, mounted before the auth middleware. */
export function authRoutes(deps: ApiDeps, signIns: CallQueue) {
  const router = createPublicRouter();
  const resets = createCallQueue('requests for a new password');
  const ownPagesOnly = rejectCrossSite(deps.settings.publicUrl);
  router.use('/login', noStore, ownPagesOnly);
  router.use('/passkey-options', noStore, ownPagesOnly);
  router.use('/forgot-password', noStore, ownPagesOnly);
  return router
    .openapi(loginRoute, async (c) => {
      const form = (c.req.header('content-type') ?? '').toLowerCase().includes('form');
      // Without a content type neither was checked.
      const body = parseInput(loginPayloadSchema, form ? c.req.valid('form') : c.req.valid('json'));
      const client = clientOf(c);
      const answer = await signIns.run(client.address, () => login(deps, body, client));
      return c.json(answer, 200);
    })
    .openapi(passkeyOptionsRoute, async (c) => {
      const client = clientOf(c);
      const credentials = c.req.valid('json');
      const options = await signIns.run(client.address, () =>
        startPasskeySignIn(deps, credentials, client),
      );
      return c.json(options, 200);
    })
    .openapi(forgotPasswordRoute, async (c) => {
      const { address } = clientOf(c);
      const forgotten = c.req.valid('json');
      await resets.run(address, () => requestPasswordReset(deps, forgotten, address));
      return c.body(null, 204);
    })
    .openapi(logoutRoute, async (c) => {
      const token = readBearerToken(c.req.header('authorization'));
      if (token === null) throw signInRequired();
      await endSession(deps.db, token);
      return c.body(null, 204);
    });
}
