import { acceptanceCalls } from '~/contract/calls/session';
import { linkTokenQuerySchema } from '~/contract/link-token';
import type { CallQueue } from '../auth/call-queue';
import type { ProviderDesk } from '../auth/provider/provider-desk';
import type { LimitUnknownLinks } from '../auth/unknown-links';
import type { ApiDeps } from '../deps';
import { readBody } from '../http/body';
import { rejectCrossSite } from '../http/cross-site';
import { noStore } from '../http/no-store';
import { routeOf } from '../http/route-of';
import { clientOf, createPublicRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { parseInput } from '../http/validation';
import { acceptInvitation, previewInvitation, startAcceptance } from './acceptance';

/** The invitation decides which of two payloads is required; only the token is validated before it is read. */
const tokenBodySchema = linkTokenQuerySchema.loose();

/** All of /invitations/accept: public, mounted before the middleware that requires a token. */
export function acceptanceRoutes(
  deps: ApiDeps,
  signIns: CallQueue,
  limitLinks: LimitUnknownLinks,
  desk: ProviderDesk,
) {
  const router = createPublicRouter();
  const accept = { ...routeOf(acceptanceCalls, 'accept'), hide: true };
  router.openAPIRegistry.registerPath(accept);
  router.use(noStore, rejectCrossSite(deps.settings.publicUrl));
  return serveCalls(router, acceptanceCalls, {
    link(c) {
      const { token } = c.req.valid('query');
      return limitLinks(c, () => previewInvitation(deps, token));
    },
    async start(c) {
      const body = c.req.valid('json');
      const { address } = clientOf(c);
      const start = () => startAcceptance(desk.required(), body, address);
      return { url: await limitLinks(c, () => desk.queue.run(address, start)) };
    },
  }).openapi({ ...accept, request: {} }, async (c) => {
    const { fields } = await readBody(c);
    const body = parseInput(tokenBodySchema, fields);
    const { address } = clientOf(c);
    await limitLinks(c, () =>
      acceptInvitation(deps, { signIns, provider: desk.required }, body, address),
    );
    return c.body(null, 204);
  });
}
