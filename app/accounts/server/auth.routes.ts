import { passwordCalls, sessionCalls, signInCalls } from '~/accounts/session-calls';
import { VALUE_LABELS } from '~/language/sentences';
import { loginPayloadSchema } from '~/accounts/session';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { signInRequired } from '~/rpc/embedded/api-error';
import { rejectCrossSite } from '~/rpc/embedded/cross-site';
import { routeOf } from '~/rpc/embedded/route-of';
import { clientOf, createPublicRouter, noStore } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { parseInput } from '~/rpc/embedded/validation';
import { readBearerToken } from './auth-middleware';
import { createCallQueue, type CallQueue } from './call-queue';
import { login } from './login';
import { startPasskeySignIn } from './passkeys';
import { endSession } from './sessions.repo';
import { previewPasswordLink, requestPasswordReset, setPassword } from './password-links';
import type { LimitUnknownLinks } from './unknown-links';

/** Accepts forms too, which scripts and OAuth clients send. */
const LOGIN_BODY = {
  content: {
    'application/json': { schema: loginPayloadSchema },
    'application/x-www-form-urlencoded': { schema: loginPayloadSchema },
  },
};

export function authRoutes(deps: ApiDeps, signIns: CallQueue, limitLinks: LimitUnknownLinks) {
  const router = createPublicRouter();
  const resets = createCallQueue(VALUE_LABELS.resets);
  for (const { path } of [
    sessionCalls.calls.login,
    signInCalls.calls.passkeyOptions,
    ...Object.values(passwordCalls.calls),
  ]) {
    router.use(path, noStore, rejectCrossSite(deps.settings.publicUrl));
  }
  router.openapi(
    { ...routeOf(sessionCalls, 'login'), request: { body: LOGIN_BODY } },
    async (c) => {
      const form = (c.req.header('content-type') ?? '').toLowerCase().includes('form');
      // Without a content type no schema has run yet, so the body is validated here.
      const body = parseInput(loginPayloadSchema, form ? c.req.valid('form') : c.req.valid('json'));
      const client = clientOf(c);
      const answer = await signIns.run(client.address, () => login(deps, body, client));
      return c.json(answer, 200);
    },
  );
  serveCalls(router, signInCalls, {
    passkeyOptions(c) {
      const client = clientOf(c);
      const start = () => startPasskeySignIn(deps, c.req.valid('json'), client);
      return signIns.run(client.address, start);
    },
  });
  serveCalls(router, passwordCalls, {
    forgot(c) {
      const { address } = clientOf(c);
      return resets.run(address, () => requestPasswordReset(deps, c.req.valid('json'), address));
    },
    link: (c) => limitLinks(c, () => previewPasswordLink(deps, c.req.valid('query').token)),
    set: (c) =>
      limitLinks(c, () => setPassword(deps, signIns, c.req.valid('json'), clientOf(c).address)),
  });
  return serveCalls(router, signInCalls, {
    async logout(c) {
      const token = readBearerToken(c.req.header('authorization'));
      if (token === null) throw signInRequired();
      await endSession(deps.db, token);
    },
  });
}
