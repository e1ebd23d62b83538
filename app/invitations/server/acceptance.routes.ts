import { acceptanceCalls } from '~/accounts/session-calls';
import { linkTokenQuerySchema } from '~/accounts/new-password';
import { acceptByProviderSchema } from '~/accounts/provider';
import {
  markAccepted as markAdministratorAccepted,
  pending as pendingAdministrators,
} from '~/accounts/server/administrator-invitations.repo';
import { saveAssociation } from '~/users/server/associations.repo';
import { lockApartment, lockCondo } from '~/users/server/places.repo';
import { findAccount, setFirstLanguage } from '~/accounts/server/accounts.repo';
import { setRights } from '~/accounts/server/administrators.repo';
import type { CallQueue } from '~/accounts/server/call-queue';
import { assertPasswordSignIn } from '~/accounts/server/password-sign-in';
import { forgetClaims } from '~/accounts/server/provider/identities.repo';
import type { ProviderDesk } from '~/accounts/server/provider/provider-desk';
import { startRoundTrip, type ProviderDeps } from '~/accounts/server/provider/round-trip';
import type { LimitUnknownLinks } from '~/accounts/server/unknown-links';
import { violates } from '~/platform/database/errors';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { conflict, notFound } from '~/rpc/embedded/api-error';
import { readBody } from '~/rpc/embedded/body';
import { rejectCrossSite } from '~/rpc/embedded/cross-site';
import { routeOf } from '~/rpc/embedded/route-of';
import { clientOf, createPublicRouter, noStore } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { parseInput } from '~/rpc/embedded/validation';
import { markAccepted, pending, withdrawOthers } from './repo';
import { removeQueuedMail } from '~/platform/mail/mail-queue.repo';
import {
  acceptanceOf,
  canSignIn,
  identify,
  identifyByProvider,
  lockAccount,
  type Admit,
} from './acceptor';
import { mailAddress, openLetter } from './letters';
import { openLink, type OpenInvitation } from './open-link';

/** Validates only the token, because the invitation decides which of two payloads is required. */
const tokenBodySchema = linkTokenQuerySchema.loose();

export function acceptanceRoutes(
  deps: ApiDeps,
  signIns: CallQueue,
  limitLinks: LimitUnknownLinks,
  desk: ProviderDesk,
) {
  const router = createPublicRouter();
  const acceptRoute = { ...routeOf(acceptanceCalls, 'accept'), hide: true };
  router.openAPIRegistry.registerPath(acceptRoute);
  router.use(noStore, rejectCrossSite(deps.settings.publicUrl));
  return serveCalls(router, acceptanceCalls, {
    link(c) {
      const { token } = c.req.valid('query');
      return limitLinks(c, () => previewInvitation(deps, token));
    },
    address: (c) => limitLinks(c, () => mailAddress(deps, c.req.valid('json'))),
    code: (c) => openLetter(deps, c.req.valid('json').code, clientOf(c).address),
    async start(c) {
      const body = c.req.valid('json');
      const { address } = clientOf(c);
      const start = () => startAcceptance(desk.required(), body, address);
      return { url: await limitLinks(c, () => desk.queue.run(address, start)) };
    },
  }).openapi({ ...acceptRoute, request: {} }, async (c) => {
    const { fields } = await readBody(c);
    const body = parseInput(tokenBodySchema, fields);
    const { address } = clientOf(c);
    await limitLinks(c, () =>
      acceptInvitation(deps, { signIns, provider: desk.required }, body, address),
    );
    return c.body(null, 204);
  });
}

/** GET /invitations/accept: reads a link without using it up. @throws ApiError 404, 410 */
async function previewInvitation({ db, clock }: ApiDeps, token: string) {
  const invitation = await openLink(db, token, clock());
  const { email, asksAddress: asks_address } = invitation;
  const account = canSignIn(await findAccount(db, email));
  const by_provider_alone = account !== null && account.password_hash === null;
  const known = { email, asks_address, has_account: account !== null, by_provider_alone };
  if (invitation.kind === 'administrator') {
    return { ...known, role: 'super_admin' as const, condo_name: null, apartment_number: null };
  }
  const { role, condo, apartment } = invitation;
  const apartment_number = apartment?.apartment_number ?? null;
  return { ...known, role, condo_name: condo.name, apartment_number };
}

/**
 * POST /invitations/accept/start: returns the provider's address, for an administrator's invitation or an
 * existing account.
 * @throws ApiError 404 or 410 for the link, 503, 429
 */
async function startAcceptance(
  deps: ProviderDeps,
  { token, browser }: { token: string; browser: string },
  address: string,
): Promise<string> {
  const { kind, email } = await openLink(deps.db, token, deps.clock());
  const isOffered = kind === 'administrator' || canSignIn(await findAccount(deps.db, email));
  if (!isOffered) throw notFound('Provider');
  return startRoundTrip(deps, acceptanceOf(token), { browser }, address);
}

/**
 * POST /invitations/accept: creates the account if there is none, adds the association or the
 * administrator's rights, and closes the invitation, all in one transaction.
 * @throws ApiError 404 or 410 for the link, 422 for the fields, 409 if the account has just changed, 429
 */
async function acceptInvitation(
  deps: ApiDeps,
  { signIns, provider }: { signIns: CallQueue; provider: () => ProviderDeps },
  { token, ...body }: { token: string },
  address: string,
): Promise<void> {
  const { db, clock } = deps;
  const invitation = await openLink(db, token, clock());
  if (invitation.asksAddress) throw conflict('address_unconfirmed');
  const byProvider = 'provider' in body;
  // Checked first: a password that cannot sign in would use up the invitation.
  if (!byProvider && invitation.kind === 'administrator') await assertPasswordSignIn(deps, null);
  const find = () => {
    if (!byProvider) return identify(deps, invitation, body, address);
    const { provider: sent } = parseInput(acceptByProviderSchema, body);
    return identifyByProvider(provider(), invitation, token, sent);
  };
  // Identify before locking: hashing is slow, and waiting for locks in this queue would delay sign-ins.
  const admit = await signIns.run(address, find);
  const actor = { kind: 'link', name: invitation.email } as const;
  const done =
    invitation.kind === 'administrator'
      ? ({ action: 'rights' } as const)
      : ({ action: 'accepted', record: { kind: 'invitation', id: invitation.id } } as const);
  try {
    await recordChange(db, { actor, ...done }, (tx) =>
      accept(tx, invitation, { token, admit, now: clock(), day: todayOf(deps) }),
    );
  } catch (error) {
    // Another account has just been created for the address.
    if (violates(error, 'users_email_unique')) throw conflict('account_changed');
    throw error;
  }
}

/**
 * Accepts the invitation. Locks in the same order as every other writer: building, apartment, user,
 * invitation.
 */
async function accept(
  tx: ChangeTx,
  invitation: OpenInvitation,
  { token, admit, now, day }: { token: string; admit: Admit; now: Date; day: string },
): Promise<void> {
  const { id } = invitation;
  if (invitation.kind === 'place') {
    const { condo, apartment } = invitation;
    await lockCondo(tx, condo.id);
    if (apartment) await lockApartment(tx, condo.id, apartment.id);
  }
  const userId = await admit(tx, await lockAccount(tx, invitation), now);
  await (invitation.kind === 'place' ? pending : pendingAdministrators).lock(tx, id);
  // The second check under the locks: the link may have been used, or the invitation deleted, meanwhile.
  const open = await openLink(tx, token, now);
  if (userId === null) throw conflict('account_changed');
  if (open.language !== null) await setFirstLanguage(tx, userId, open.language);
  if (open.kind === 'place') {
    const home = { condo_id: open.condo.id, apartment_id: open.apartment?.id ?? null };
    const { role, since } = open;
    await saveAssociation(tx, { user_id: userId, ...home, role, since }, { now, day });
    await markAccepted(tx, id, now);
    if (open.user_id !== null) await withdrawOthers(tx, userId, open.email);
    await removeQueuedMail(tx, { kind: 'invitation', id });
  } else {
    await setRights(tx, userId, { is_superuser: true, rights: open.rights }, now);
    await forgetClaims(tx, userId);
    await markAdministratorAccepted(tx, id, now);
    await removeQueuedMail(tx, { kind: 'administrator_invitation', id });
  }
}
