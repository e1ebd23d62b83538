import { createHash } from 'node:crypto';
import { PROVIDER_CHANNEL, type ProviderStart } from '~/accounts/provider';
import { currentLanguage, t } from '~/language/texts';
import { confirmationCalls, identityCalls, providerCalls } from '~/accounts/provider-calls';
import { HTTP_BAD_REQUEST } from '~/rpc/errors/http-status';
import { pageLanguage, inLanguage } from '~/platform/http/page-language.server';
import { recordChange, recordEvent } from '~/platform/database/record-change';
import { conflict, forbidden, notFound } from '~/rpc/embedded/api-error';
import { rejectCrossSite } from '~/rpc/embedded/cross-site';
import {
  clientOf,
  createPublicRouter,
  createRouter,
  noStore,
  type ApiContext,
  type Client,
} from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { administratorOf, requireRecentSignIn } from '~/accounts/server/auth-middleware';
import { requireAccount } from '~/accounts/server/accounts.repo';
import { endOtherSessions } from '~/accounts/server/sessions.repo';
import { deleteIdentity, isByClaim, listIdentities } from './identities.repo';
import { linkIdentity } from './provider-accounts';
import { CALLBACK, type ProviderDesk } from './provider-desk';
import { endByProvider } from './provider-logout';
import { confirmByProvider, SIGN_IN, signInByProvider, startPasskey } from './provider-sign-in';
import { takeCode, targetOf, type Target } from './provider-sign-ins.repo';
import { invalidCode, receiveAnswer, startRoundTrip } from './round-trip';
import { lockAccount } from '~/accounts/server/factors.repo';

/** Sends the code to the page that opened the window (app/accounts/provider-round-trip.ts). */
const SCRIPT = `const { state, code } = document.body.dataset;
new BroadcastChannel('${PROVIDER_CHANNEL}' + state).postMessage(code);
close();`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** Headers of the page; its policy allows only this script. */
const WINDOW_HEADERS = {
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'`,
};

/** Renders the last page of the provider's window. @param answer base64url made by the API */
function windowPage({ state, code }: { state: string; code: string }): string {
  return `<!doctype html>
<html lang="${currentLanguage().code}">
  <head><meta charset="utf-8"><title>Condo Admin</title></head>
  <body data-state="${state}" data-code="${code}">
    <p>${t`You can close this window.`}</p>
    <script>${SCRIPT}</script>
  </body>
</html>`;
}

const HTTP_SEE_OTHER = 303;

/** Begins a round trip, in the queue. */
async function start(
  { queue, required }: ProviderDesk,
  target: Target,
  sent: ProviderStart,
  { address }: Client,
) {
  const begin = () => startRoundTrip(required(), target, sent, address);
  return { url: await queue.run(address, begin) };
}

/** All routes of /auth/provider. They are public and answer 404 if the settings have no provider. */
export function providerRoutes(deps: ApiDeps, desk: ProviderDesk) {
  const { provider, queue, required } = desk;
  const router = createPublicRouter();
  router.use(noStore, rejectCrossSite(deps.settings.publicUrl));
  if (provider) {
    router.get(CALLBACK, async (c) => {
      // Rejects images and frames of other sites, which would count against everyone behind the visitor's
      // address.
      if ((c.req.header('sec-fetch-mode') ?? 'navigate') !== 'navigate') {
        throw forbidden('other_site');
      }
      const { address } = clientOf(c);
      const receive = () => receiveAnswer(provider, new URL(c.req.url), address);
      const received = await queue.run(address, receive);
      if ('address' in received) return c.redirect(received.address, HTTP_SEE_OTHER);
      const page = inLanguage(pageLanguage(c.req.raw), () => windowPage(received));
      return c.html(page, 200, WINDOW_HEADERS);
    });
    router.post('/logout', async (c) => {
      const { address } = clientOf(c);
      // OpenID Connect Back-Channel Logout 1.0, 2.5: a URL-encoded form. In a body of another type no token
      // is found.
      const token = new URLSearchParams(await c.req.text()).get('logout_token') ?? '';
      const end = () => endByProvider(provider, token, address);
      const isEnded = await queue.run(address, end);
      return isEnded ? c.body(null, 200) : c.json({ error: 'invalid_request' }, HTTP_BAD_REQUEST);
    });
  }
  return serveCalls(router, providerCalls, {
    start: (c) => start(desk, SIGN_IN, c.req.valid('json'), clientOf(c)),
    passkeyOptions: (c) => startPasskey(required(), SIGN_IN, c.req.valid('json'), clientOf(c)),
    signIn: (c) => signInByProvider(required(), c.req.valid('json'), clientOf(c)),
  });
}

export function identityRoutes(deps: ApiDeps, desk: ProviderDesk) {
  const { db, clock } = deps;
  const { queue, required } = desk;
  return serveCalls(
    createRouter(),
    identityCalls,
    {
      list: (c) => listIdentities(db, c.get('session').userId),
      start: (c) => {
        const target = targetOf('link', c.get('session'));
        return start(desk, target, c.req.valid('json'), clientOf(c));
      },
      async logout(c) {
        const { client } = required();
        const url = await queue.run(clientOf(c).address, () => client.logoutAddress());
        return { url: url ?? '' };
      },
      /**
       * Links an identity.
       * @throws ApiError 404 for an invalid code, 409 for an identity that is linked already
       */
      async link(c) {
        const { issuer, name } = required().provider;
        const actor = administratorOf(c);
        const { userId } = actor;
        const code = { ...c.req.valid('json'), issuer, ...targetOf('link', actor) };
        const answer = await takeCode(db, code, clock());
        if (answer === null) throw invalidCode();
        const identity = { user_id: userId, issuer, subject: answer.subject };
        if (await isByClaim(db, userId)) throw conflict('links_of_provider');
        await recordChange(db, { actor, action: 'identity_linked' }, (tx) =>
          linkIdentity(tx, name, identity),
        );
      },
      /** Unlinks an identity. @throws ApiError 404, also for another person's */
      async unlink(c) {
        const actor = administratorOf(c);
        const { userId } = actor;
        const { id } = c.req.valid('param');
        if (await isByClaim(db, userId)) throw conflict('links_of_provider');
        await recordChange(db, { actor, action: 'identity_unlinked' }, async (tx) => {
          await lockAccount(tx, userId);
          const { password_hash } = await requireAccount(tx, userId);
          const linked = await listIdentities(tx, userId);
          if (password_hash === null && linked.length === 1) throw conflict('only_way_in');
          await endOtherSessions(tx, c.get('session'), id);
          if (!(await deleteIdentity(tx, userId, id))) throw notFound('Account');
          await recordEvent(tx, 'identity_unlinked', { kind: 'user', id: userId });
        });
      },
    },
    { middleware: requireRecentSignIn(deps), except: ['list', 'logout'] },
  );
}

const confirmationOf = (c: ApiContext) => targetOf('confirm', c.get('session'));

/**
 * Routes of the confirmation, open to administrators who have yet to set up a second factor. The
 * confirmation by password is open to them too.
 */
export function confirmationRoutes(desk: ProviderDesk) {
  const { required } = desk;
  return serveCalls(createRouter(), confirmationCalls, {
    start: (c) => start(desk, confirmationOf(c), c.req.valid('json'), clientOf(c)),
    passkeyOptions: (c) =>
      startPasskey(required(), confirmationOf(c), c.req.valid('json'), clientOf(c)),
    confirm: (c) =>
      confirmByProvider(required(), c.get('session'), c.req.valid('json'), clientOf(c).address),
  });
}
