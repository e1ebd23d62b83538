import { acceptTokenQuerySchema } from '~/contract/acceptance';
import { createFailureLimiter, createLoginLimiter } from '../auth/login-limiter';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { readBody } from '../http/body';
import { createRouter } from '../http/router';
import { parseInput } from '../http/validation';
import { acceptInvitation, previewInvitation } from './acceptance';
import { acceptBody, acceptRoute, previewRoute } from './acceptance.openapi';

/** Unknown links that one address may try before it has to wait. */
const UNKNOWN_LINKS = {
  keyPrefix: 'invitation_link',
  limit: 20,
  message: 'Too many links that are not valid.',
};
const ANY_LINK = 'link';

/** Which of the two payloads it must be follows from the invitation; the token alone is judged before. */
const tokenBodySchema = acceptTokenQuerySchema.loose();

/** All of /invitations/accept: public, mounted before the middleware that asks for a token. */
export function acceptanceRoutes(deps: ApiDeps) {
  const links = createFailureLimiter(deps.db, UNKNOWN_LINKS);
  const guesses = createLoginLimiter(deps.db);

  /**
   * Stops an address that tries many links in vain. A link that is known always works: people may share an address, a
   * proxy's for one, with whoever does so.
   * @throws ApiError 429
   */
  async function limited<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        await links.assertAllowed(ANY_LINK, address);
        await links.countFailure(ANY_LINK, address);
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
      await limited(address, () => acceptInvitation(deps, guesses, body, address));
      return c.body(null, 204);
    });
}
