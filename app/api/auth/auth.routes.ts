import { passwordCalls, sessionCalls, signInCalls } from '~/contract/calls/session';
import { VALUE_LABELS } from '~/contract/sentences';
import { loginPayloadSchema } from '~/contract/session';
import type { ApiDeps } from '../deps';
import { signInRequired } from '../http/api-error';
import { rejectCrossSite } from '../http/cross-site';
import { noStore } from '../http/no-store';
import { routeOf } from '../http/route-of';
import { clientOf, createPublicRouter, type ApiContext } from '../http/router';
import { parseInput } from '../http/validation';
import { readBearerToken } from './auth-middleware';
import { createCallQueue, type CallQueue } from './call-queue';
import { requestPasswordReset } from './forgot-password';
import { login } from './login';
import { startPasskeySignIn } from './passkeys';
import { endSession } from './sessions.repo';
import { previewPasswordLink, setPassword } from './set-password';
import { limitUnknownLinks } from './unknown-links';

/** Signing in is open to forms too: they are what scripts and OAuth clients send. */
const LOGIN_BODY = {
  content: {
    'application/json': { schema: loginPayloadSchema },
    'application/x-www-form-urlencoded': { schema: loginPayloadSchema },
  },
};

/** All of /auth, mounted before the auth middleware. */
export function authRoutes(deps: ApiDeps, signIns: CallQueue, links: CallQueue) {
  const router = createPublicRouter();
  const resets = createCallQueue(VALUE_LABELS.resets);
  const linkCall = (c: ApiContext) => ({ db: deps.db, links, address: clientOf(c).address });
  for (const { path } of [
    sessionCalls.calls.login,
    signInCalls.calls.passkeyOptions,
    ...Object.values(passwordCalls.calls),
  ]) {
    router.use(path, noStore, rejectCrossSite(deps.settings.publicUrl));
  }
  return router
    .openapi({ ...routeOf(sessionCalls, 'login'), request: { body: LOGIN_BODY } }, async (c) => {
      const form = (c.req.header('content-type') ?? '').toLowerCase().includes('form');
      // Without a content type neither was checked.
      const body = parseInput(loginPayloadSchema, form ? c.req.valid('form') : c.req.valid('json'));
      const client = clientOf(c);
      const answer = await signIns.run(client.address, () => login(deps, body, client));
      return c.json(answer, 200);
    })
    .openapi(routeOf(signInCalls, 'passkeyOptions'), async (c) => {
      const client = clientOf(c);
      const credentials = c.req.valid('json');
      const options = await signIns.run(client.address, () =>
        startPasskeySignIn(deps, credentials, client),
      );
      return c.json(options, 200);
    })
    .openapi(routeOf(passwordCalls, 'forgot'), async (c) => {
      const { address } = clientOf(c);
      const forgotten = c.req.valid('json');
      await resets.run(address, () => requestPasswordReset(deps, forgotten, address));
      return c.body(null, 204);
    })
    .openapi(routeOf(passwordCalls, 'link'), async (c) => {
      const { token } = c.req.valid('query');
      const link = await limitUnknownLinks(linkCall(c), () => previewPasswordLink(deps, token));
      return c.json(link, 200);
    })
    .openapi(routeOf(passwordCalls, 'set'), async (c) => {
      const payload = c.req.valid('json');
      const { address } = clientOf(c);
      await limitUnknownLinks(linkCall(c), () => setPassword(deps, signIns, payload, address));
      return c.body(null, 204);
    })
    .openapi(routeOf(signInCalls, 'logout'), async (c) => {
      const token = readBearerToken(c.req.header('authorization'));
      if (token === null) throw signInRequired();
      await endSession(deps.db, token);
      return c.body(null, 204);
    });
}
