import { sentence } from '~/language/sentence';
import type { identities } from '~/platform/database/schema/account';
import {
  recordChange,
  recordEvent,
  type Actor,
  type ChangeTx,
} from '~/platform/database/record-change';
import { users } from '~/platform/database/schema/records';
import { conflict, forbidden } from '~/rpc/embedded/api-error';
import { findAccountById } from '~/accounts/server/accounts.repo';
import { setRights } from '~/accounts/server/administrators.repo';
import type { Claims } from './claims';
import {
  findIdentity,
  insertIdentity,
  isErased,
  setClaim,
  type IdentityName,
} from './identities.repo';
import type { ProviderDeps } from './round-trip';
import { lockAccount } from '~/accounts/server/factors.repo';

/**
 * Finds the account of an identity. With OIDC_ADMIN_CLAIM the claim creates an account with rights for an
 * unknown identity. The rights of such an account end and return with the claim, unless they were withdrawn
 * in the panel.
 * @throws ApiError 403 for an identity that is not linked or has no rights, 409 if its e-mail address is
 * taken
 */
export async function accountOf(deps: ProviderDeps, name: IdentityName, claims: Claims) {
  const { db, clock, provider } = deps;
  const actor: Actor = { kind: 'system', name: provider.name };
  const known = await findIdentity(db, name);
  const identity = known ?? (await createAccount(deps, actor, name, claims));
  const { userId, claim } = identity;
  if (provider.adminClaim && claim && (claim === 'held') !== claims.isAdministrator) {
    const { isAdministrator } = claims;
    const change = { actor, action: 'rights', record: { kind: 'user', id: userId } } as const;
    await recordChange(db, change, async (tx) => {
      await lockAccount(tx, userId);
      const account = await findAccountById(tx, userId);
      // Rights that were withdrawn in the panel do not return with the claim.
      if (!account?.is_active || account.is_superuser === isAdministrator) return;
      const to = isAdministrator ? 'held' : 'lost';
      if (await setClaim(tx, identity.id, { from: claim, to })) {
        await setRights(tx, userId, { is_superuser: isAdministrator }, clock());
      }
    });
  }
  return { identity, account: await findAccountById(db, userId) };
}

async function createAccount(
  { db, provider, clock }: ProviderDeps,
  actor: Actor,
  name: IdentityName,
  { isAdministrator, email, first_name, last_name }: Claims,
) {
  if (!provider.adminClaim) throw forbidden(sentence('not_linked', { provider: provider.name }));
  // An erased person gets an account again by an invitation only, not by the claim.
  if (!isAdministrator || (await isErased(db, name))) throw forbidden('access_denied');
  if (email === null) throw forbidden(sentence('email_unsaid', { provider: provider.name }));
  return recordChange(db, { actor, action: 'rights' }, async (tx) => {
    const now = clock();
    const rights = { is_superuser: true, is_active: true, email_verified: false };
    const [created] = await tx
      .insert(users)
      .values({ email, first_name, last_name, ...rights, created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!created) {
      // A concurrent sign-in of the same person may have created the account.
      const known = await findIdentity(tx, name);
      if (known) return known;
      throw conflict(sentence('email_taken', { provider: provider.name }));
    }
    return linkIdentity(tx, provider.name, { ...name, user_id: created.id, claim: 'held' });
  });
}

/** Links an identity and records that in the history. @throws ApiError 409 if it is linked already */
export async function linkIdentity(
  tx: ChangeTx,
  provider: string,
  identity: typeof identities.$inferInsert,
) {
  const id = await insertIdentity(tx, identity);
  if (id === null) throw conflict('linked_already');
  const { user_id: userId, claim = null } = identity;
  await recordEvent(tx, 'identity_linked', { kind: 'user', id: userId }, { provider });
  return { id, userId, claim };
}
