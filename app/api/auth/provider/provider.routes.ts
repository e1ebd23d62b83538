import { identityCalls, providerCalls } from '~/contract/calls/provider';
import { HTTP_CONFLICT } from '~/contract/http-status';
import type { ProviderCode } from '~/contract/provider';
import { recordChange, recordEvent } from '../../db/record-change';
import { ApiError, notFound } from '../../http/api-error';
import { rejectCrossSite } from '../../http/cross-site';
import { noStore } from '../../http/no-store';
import { routeOf } from '../../http/route-of';
import { clientOf, createPublicRouter, createRouter } from '../../http/router';
import type { ApiDeps } from '../../deps';
import { administratorOf, type Administrator } from '../actor';
import { createCallQueue, type CallQueue } from '../call-queue';
import { requireRecentSignIn } from '../reauthentication';
import { deleteIdentity, insertIdentity, listIdentities } from './identities.repo';
import { createProvider } from './openid-client';
import {
  noProvider,
  notValid,
  receiveAnswer,
  signInByProvider,
  startProviderSignIn,
  type ProviderDeps,
} from './provider-sign-in';
import { takeCode } from './provider-sign-ins.repo';
import { WINDOW_HEADERS, windowPage } from './window-page';

const CALLBACK = '/callback';
const HTTP_SEE_OTHER = 303;

/** All of /auth/provider: public. Without a provider in the settings its calls answer 404. */
export function providerRoutes(deps: ApiDeps, { provider, queue, required }: ProviderDesk) {
  const router = createPublicRouter();
  router.use(noStore, rejectCrossSite(deps.settings.publicUrl));
  if (provider) {
    router.get(CALLBACK, async (c) => {
      const { address } = clientOf(c);
      const receive = () => receiveAnswer(provider, new URL(c.req.url), address);
      const received = await queue.run(address, receive);
      if ('address' in received) return c.redirect(received.address, HTTP_SEE_OTHER);
      return c.html(windowPage(received), 200, WINDOW_HEADERS);
    });
  }
  return router
    .openapi(routeOf(providerCalls, 'start'), async (c) => {
      const { address } = clientOf(c);
      const start = () => startProviderSignIn(required(), 'sign_in', c.req.valid('json'), address);
      return c.json({ url: await queue.run(address, start) }, 200);
    })
    .openapi(routeOf(providerCalls, 'signIn'), async (c) =>
      c.json(await signInByProvider(required(), c.req.valid('json'), clientOf(c)), 200),
    );
}

interface ProviderDesk {
  provider: ProviderDeps | null;
  /** The queue of these calls alone: a provider that hangs holds up no other sign-in. */
  queue: CallQueue;
  /** @throws ApiError 404 where no provider is configured */
  required: () => ProviderDeps;
}

/** The provider and its queue, which both groups of routes share. */
export function createProviderDesk(deps: ApiDeps): ProviderDesk {
  const { provider: settings, publicUrl } = deps.settings;
  const address = `${publicUrl}/api${providerCalls.base}${CALLBACK}`;
  const provider = settings
    ? { ...deps, provider: settings, client: createProvider(settings, address) }
    : null;
  return {
    provider,
    queue: createCallQueue('sign-ins'),
    required() {
      if (!provider) throw noProvider();
      return provider;
    },
  };
}

/** All of /admin/account/identities. */
export function identityRoutes(deps: ApiDeps, { queue, required }: ProviderDesk) {
  const middleware = requireRecentSignIn(deps);
  return createRouter()
    .openapi(routeOf(identityCalls, 'list'), async (c) =>
      c.json(await listIdentities(deps.db, c.get('session').userId), 200),
    )
    .openapi({ ...routeOf(identityCalls, 'start'), middleware }, async (c) => {
      const { address } = clientOf(c);
      const start = () => startProviderSignIn(required(), 'link', c.req.valid('json'), address);
      return c.json({ url: await queue.run(address, start) }, 200);
    })
    .openapi({ ...routeOf(identityCalls, 'link'), middleware }, async (c) => {
      await link(required(), administratorOf(c), c.req.valid('json'));
      return c.body(null, 204);
    })
    .openapi({ ...routeOf(identityCalls, 'unlink'), middleware }, async (c) => {
      await unlink(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}

/** @throws ApiError 404 for a code that is not good, 409 for an account that is linked already */
async function link(deps: ProviderDeps, actor: Administrator, sent: ProviderCode): Promise<void> {
  const { db, clock, provider } = deps;
  const { userId } = actor;
  const { issuer, name } = provider;
  const subject = await takeCode(db, { ...sent, purpose: 'link' }, clock());
  if (subject === null) throw notValid();
  await recordChange(db, { actor, action: 'identity_linked' }, async (tx) => {
    if (!(await insertIdentity(tx, { user_id: userId, issuer, subject }))) {
      throw new ApiError(HTTP_CONFLICT, 'This account is linked already.');
    }
    const user = { kind: 'user', id: userId } as const;
    await recordEvent(tx, 'identity_linked', user, { provider: name });
  });
}

/** @throws ApiError 404, also for one of somebody else */
async function unlink({ db }: ApiDeps, actor: Administrator, id: number): Promise<void> {
  const { userId } = actor;
  await recordChange(db, { actor, action: 'identity_unlinked' }, async (tx) => {
    if (!(await deleteIdentity(tx, userId, id))) throw notFound('Account');
    await recordEvent(tx, 'identity_unlinked', { kind: 'user', id: userId });
  });
}
