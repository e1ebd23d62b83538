import { acceptTokenQuerySchema } from '~/contract/acceptance';
import { toNetwork } from '~/lib/client-address.server';
import { countAttempt, type AttemptLimit } from '../auth/attempt-limits';
import { NETWORK_PREFIX_BITS } from '../auth/sign-in-limits';
import type { SignInQueue } from '../auth/sign-in-queue';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { readBody } from '../http/body';
import { rejectCrossSite } from '../http/cross-site';
import { createRouter } from '../http/router';
import { parseInput } from '../http/validation';
import { acceptInvitation, previewInvitation } from './acceptance';
import { acceptBody, acceptRoute, previewRoute } from './acceptance.openapi';

/** Unknown links that one client address may try before it has to wait. */
const UNKNOWN_LINKS: AttemptLimit = {
  name: 'invitation_link',
  attempts: 20,
  windowSeconds: 15 * 60,
  message: 'Too many links that are not valid.',
};

/** The invitation decides which of two payloads is required; only the token is validated before it is read. */
const tokenBodySchema = acceptTokenQuerySchema.loose();

/** All of /invitations/accept: public, mounted before the middleware that requires a token. */
export function acceptanceRoutes(deps: ApiDeps, signIns: SignInQueue) {
  /**
   * Blocks an address that tries many unknown links. A known link always works: people may share an address, for example
   * that of a proxy, with an attacker.
   * @throws ApiError 429
   */
  async function limited<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        const network = toNetwork(address, NETWORK_PREFIX_BITS);
        await countAttempt(deps.db, [{ limit: UNKNOWN_LINKS, account: '', network }]);
      }
      throw error;
    }
  }

  const router = createRouter();
  router.openAPIRegistry.registerPath({ ...acceptRoute, request: { body: acceptBody } });
  router.use(async (c, next) => {
    c.header('cache-control', 'no-store');
    await next();
  });
  router.use(rejectCrossSite(deps.settings.publicUrl));
  return router
    .openapi(previewRoute, async (c) => {
      const { token } = c.req.valid('query');
      const preview = await limited(c.env.address ?? '', () => previewInvitation(deps, token));
      return c.json(preview, 200);
    })
    .openapi(acceptRoute, async (c) => {
      const { fields } = await readBody(c);
      const body = parseInput(tokenBodySchema, fields);
      const address = c.env.address ?? '';
      await limited(address, () => acceptInvitation(deps, signIns, body, address));
      return c.body(null, 204);
    });
}
