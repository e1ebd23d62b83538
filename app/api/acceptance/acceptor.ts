import { acceptExistingFormSchema, acceptFormSchema } from '~/contract/acceptance';
import { HTTP_CONFLICT } from '~/contract/http-status';
import { findPasswordProblem } from '~/contract/new-password';
import type { ProviderCode } from '~/contract/provider';
import { secretsEqual } from '~/lib/secrets-equal.server';
import { findAccount } from '../auth/accounts.repo';
import { checkOwnPassword } from '../auth/check-password';
import { removePasswordLinks } from '../auth/password-links.repo';
import {
  deleteIdentities,
  findIdentity,
  type IdentityName,
} from '../auth/provider/identities.repo';
import { linkIdentity } from '../auth/provider/provider-accounts';
import { takeCode, type Target } from '../auth/provider/provider-sign-ins.repo';
import { notValid, type ProviderDeps } from '../auth/provider/round-trip';
import { endSessionsOf } from '../auth/sessions.repo';
import type { ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, brokenRule } from '../http/api-error';
import { parseInput } from '../http/validation';
import {
  insertAccount,
  lockAccount,
  markVerified,
  reopenAccount,
  type NewCredentials,
} from './acceptance.repo';
import type { OpenInvitation } from './open-link';

export const WRONG_PASSWORD_MESSAGE = 'This is not the password of your account';

/** The person who accepts: with an account that can sign in, or with a new one. */
export type Acceptor =
  | { kind: 'account'; id: number; passwordHash: string }
  | { kind: 'provider'; provider: string; name: IdentityName; credentials: NewCredentials }
  | { kind: 'newcomer'; credentials: NewCredentials };

const NOT_LINKED_MESSAGE =
  'Your address has an account here already. Enter its password, or sign in with what is linked to it.';

/** An account that can sign in; a closed one counts as none (docs/decisions/0009). */
export function canSignIn(account: Awaited<ReturnType<typeof findAccount>>) {
  return account?.is_active && account.has_way_in ? account : null;
}

/**
 * The account that accepts, by the password that it has or the one that a new account gets.
 * @throws ApiError 422 for the fields, 429 after too many wrong passwords
 */
export async function identify(
  deps: ApiDeps,
  { email }: { email: string },
  body: object,
  address: string,
): Promise<Acceptor> {
  const account = canSignIn(await findAccount(deps.db, email));
  if (account) {
    const { password } = parseInput(acceptExistingFormSchema, body);
    const message = WRONG_PASSWORD_MESSAGE;
    await checkOwnPassword(deps, account, { password, address, field: 'password', message });
    // Without one no password is right.
    return { kind: 'account', id: account.id, passwordHash: account.password_hash ?? '' };
  }
  const { first_name, last_name, password } = parseInput(acceptFormSchema, body);
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw brokenRule('password', problem);
  const credentials = { first_name, last_name, password_hash: await deps.passwords.hash(password) };
  return { kind: 'newcomer', credentials };
}

/** The provider is asked for the invitation of this link alone. */
export const acceptanceOf = (token: string): Target => ({ purpose: 'accept', of: token });

/**
 * The person who accepts by signing in with the provider: the link proves the invitation, the provider the person.
 * @throws ApiError 404 for a code that is not good
 */
export async function identifyByProvider(
  { db, clock, provider }: ProviderDeps,
  token: string,
  sent: ProviderCode,
): Promise<Acceptor> {
  const code = { ...sent, issuer: provider.issuer, ...acceptanceOf(token) };
  const answer = await takeCode(db, code, clock());
  if (!answer) throw notValid();
  const { subject, claims } = answer;
  const { first_name, last_name } = claims;
  return {
    kind: 'provider',
    provider: provider.name,
    name: { issuer: provider.issuer, subject },
    credentials: { first_name, last_name, password_hash: null },
  };
}

/**
 * The account that is linked, or a new one for an address that has none. An account with another way in is not given away: its owner
 * shows the password.
 */
async function admitByProvider(
  tx: ChangeTx,
  { email, kind }: Pick<OpenInvitation, 'email' | 'kind'>,
  { provider, name, credentials }: Extract<Acceptor, { kind: 'provider' }>,
  now: Date,
): Promise<number | null> {
  const account = await lockAccount(tx, email);
  const identity = await findIdentity(tx, name);
  if (account?.is_active && account.hasWayIn) {
    if (identity?.userId !== account.id) throw new ApiError(HTTP_CONFLICT, NOT_LINKED_MESSAGE);
    await markVerified(tx, account.id, now);
    return account.id;
  }
  // New accounts by the provider are administrators' alone.
  if (kind === 'place') return null;
  const id = account
    ? await reopen(tx, account.id, credentials, now)
    : await insertAccount(tx, email, credentials, now);
  if (id === null) return null;
  await linkIdentity(tx, provider, { ...name, user_id: id });
  return id;
}

/** A closed account counts as none: nothing of what signed in to it is left. */
async function reopen(
  tx: ChangeTx,
  id: number,
  credentials: NewCredentials,
  now: Date,
): Promise<number> {
  await reopenAccount(tx, id, credentials, now);
  await removePasswordLinks(tx, id);
  await deleteIdentities(tx, id);
  await endSessionsOf(tx, id);
  return id;
}

/** The id of the account, created or reopened where necessary; null when the account has just changed. */
export async function admit(
  tx: ChangeTx,
  invitation: Pick<OpenInvitation, 'email' | 'kind'>,
  acceptor: Acceptor,
  now: Date,
): Promise<number | null> {
  const { email } = invitation;
  if (acceptor.kind === 'provider') return admitByProvider(tx, invitation, acceptor, now);
  const account = await lockAccount(tx, email);
  const current = account?.is_active ? account.password_hash : null;
  if (acceptor.kind === 'account') {
    if (!account || current === null || !secretsEqual(current, acceptor.passwordHash)) return null;
    await markVerified(tx, account.id, now);
    return account.id;
  }
  if (!account) return insertAccount(tx, email, acceptor.credentials, now);
  if (account.is_active && account.hasWayIn) return null;
  return reopen(tx, account.id, acceptor.credentials, now);
}
