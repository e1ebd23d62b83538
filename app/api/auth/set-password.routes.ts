import { createRoute } from '@hono/zod-openapi';
import { linkTokenQuerySchema } from '~/contract/link-token';
import { passwordLinkSchema, setPasswordPayloadSchema } from '~/contract/new-password';
import type { ApiDeps } from '../deps';
import { rejectCrossSite } from '../http/cross-site';
import { noStore } from '../http/no-store';
import { errorResponses, json, jsonBody } from '../http/openapi';
import { clientOf, createPublicRouter, type ApiContext } from '../http/router';
import { previewPasswordLink, setPassword } from './set-password';
import type { CallQueue } from './call-queue';
import { limitUnknownLinks } from './unknown-links';

const tags = ['Session'];

const previewRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'Whose password a link sets; the link stays good',
  request: { query: linkTokenQuerySchema },
  responses: {
    ...errorResponses(404, 410, 422, 429),
    200: json(passwordLinkSchema, 'The account of the link'),
  },
});

const setPasswordRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Set a password by a link, once; the sessions of the account end',
  request: { body: jsonBody(setPasswordPayloadSchema) },
  responses: {
    ...errorResponses(400, 403, 404, 410, 413, 415, 422, 429),
    204: { description: 'The password is set' },
  },
});

/** All of /auth/set-password: public, mounted before the middleware that asks for a token. */
export function setPasswordRoutes(deps: ApiDeps, signIns: CallQueue, links: CallQueue) {
  const router = createPublicRouter();
  const linkCall = (c: ApiContext) => ({ db: deps.db, links, address: clientOf(c).address });
  router.use(noStore, rejectCrossSite(deps.settings.publicUrl));
  return router
    .openapi(previewRoute, async (c) => {
      const { token } = c.req.valid('query');
      const link = await limitUnknownLinks(linkCall(c), () => previewPasswordLink(deps, token));
      return c.json(link, 200);
    })
    .openapi(setPasswordRoute, async (c) => {
      const payload = c.req.valid('json');
      const address = c.env.address ?? '';
      await limitUnknownLinks(linkCall(c), () => setPassword(deps, signIns, payload, address));
      return c.body(null, 204);
    });
}
