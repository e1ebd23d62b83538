import {
  acceptExistingFormSchema,
  acceptFormSchema,
  type AcceptPreview,
} from '~/contract/acceptance';
import { findPasswordProblem } from '~/contract/new-password';
import { secretsEqual } from '~/lib/secrets-equal.server';
import { saveAssociation } from '../associations/associations.repo';
import { findAccount } from '../auth/accounts.repo';
import { countFailedSignIn } from '../auth/failed-sign-ins.repo';
import { FAILED_SIGN_IN_LOG } from '../auth/login';
import { removePasswordLinks } from '../auth/password-links.repo';
import { endSessionsOf } from '../auth/sessions.repo';
import { countSignIn, uncountSignIn, type SignInAttempt } from '../auth/sign-in-limits';
import type { SignInQueue } from '../auth/sign-in-queue';
import type { Db } from '../db/connect.server';
import { recordChange, type ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, invalidField } from '../http/api-error';
import { parseInput } from '../http/validation';
import {
  lockApartment,
  lockCondo,
  lockPendingInvitation,
  markAccepted,
} from '../invitations/invitations.repo';
import { removeQueuedMail } from '../mail/mail-queue.repo';
import {
  insertAccount,
  lockAccount,
  markVerified,
  reopenAccount,
  type NewCredentials,
} from './acceptance.repo';
import { openLink, type OpenInvitation } from './open-link';

export const WRONG_PASSWORD_MESSAGE = 'This is not the password of your account';
const ACCOUNT_CHANGED_MESSAGE =
  'The account of this address has just changed. Please open the link again.';

/** The person who accepts: with an account that can sign in, or with a new one. */
type Acceptor =
  | { kind: 'account'; id: number; passwordHash: string; attempt: SignInAttempt }
  | { kind: 'newcomer'; credentials: NewCredentials };

/** An account that can sign in; a closed one counts as none (docs/decisions/0009). */
function canSignIn(account: Awaited<ReturnType<typeof findAccount>>) {
  return account?.is_active && account.password_hash !== null ? account : null;
}

/** GET /invitations/accept: reads a link without using it up. @throws ApiError 404, 410 */
export async function previewInvitation(
  { db, clock }: ApiDeps,
  token: string,
): Promise<AcceptPreview> {
  const { email, role, condo_name, apartment_number } = await openLink(db, token, clock());
  const has_account = canSignIn(await findAccount(db, email)) !== null;
  return { email, role, condo_name, apartment_number, has_account };
}

/**
 * POST /invitations/accept: creates the account where there is none, adds the association, and closes the invitation,
 * all or nothing.
 * @throws ApiError 404 or 410 for the link, 422 for the fields, 409 when the account has just changed, 429 after too
 * many wrong passwords
 */
export async function acceptInvitation(
  deps: ApiDeps,
  signIns: SignInQueue,
  { token, ...body }: { token: string },
  address: string,
): Promise<void> {
  const { db, clock } = deps;
  const invitation = await openLink(db, token, clock());
  // Passwords are slow on purpose: they are dealt with before anything is locked, and what waits for locks holds up no
  // sign-in.
  const acceptor = await signIns.run(address, () => identify(deps, invitation, body, address));
  const change = {
    actor: { kind: 'link', name: invitation.email },
    action: 'accepted',
    record: { kind: 'invitation', id: invitation.id },
  } as const;
  await recordChange(db, change, async (tx) => {
    const now = clock();
    await lockHome(tx, invitation);
    const userId = await admit(tx, invitation, acceptor, now);
    await lockPendingInvitation(tx, invitation.id);
    // Checked again: the link may have been used, or the invitation deleted, in the meantime.
    const { condo_id, apartment_id, role } = await openLink(tx, token, now);
    if (userId === null) throw new ApiError(409, ACCOUNT_CHANGED_MESSAGE);
    await saveAssociation(tx, { user_id: userId, condo_id, apartment_id, role }, now);
    await markAccepted(tx, invitation.id, now);
    await removeQueuedMail(tx, invitation.id);
  });
  if (acceptor.kind === 'account') await uncountSignIn(db, acceptor.attempt);
}

async function identify(
  { db, passwords, clock, log }: ApiDeps,
  { email }: OpenInvitation,
  body: object,
  address: string,
): Promise<Acceptor> {
  const account = canSignIn(await findAccount(db, email));
  if (account?.password_hash) {
    const { password } = parseInput(acceptExistingFormSchema, body);
    const attempt = await countSignIn(db, email, address);
    if (!(await passwords.verify(account.password_hash, password))) {
      log.warn({ address, account: account.id }, FAILED_SIGN_IN_LOG);
      await countFailedSignIn(db, { userId: account.id, address }, clock());
      throw invalidField('password', WRONG_PASSWORD_MESSAGE);
    }
    return { kind: 'account', id: account.id, passwordHash: account.password_hash, attempt };
  }
  const { first_name, last_name, password } = parseInput(acceptFormSchema, body);
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw invalidField('password', problem);
  const credentials = { first_name, last_name, password_hash: await passwords.hash(password) };
  return { kind: 'newcomer', credentials };
}

/**
 * Locks in the order of every other writer: building, apartment, user, invitation. If the building or apartment no
 * longer exists, neither does the invitation, which is checked next.
 */
async function lockHome(tx: Db, { condo_id, apartment_id }: OpenInvitation): Promise<void> {
  await lockCondo(tx, condo_id);
  if (apartment_id !== null) await lockApartment(tx, condo_id, apartment_id);
}

/** The id of the account, created or reopened where necessary; null when the account has just changed. */
async function admit(
  tx: ChangeTx,
  { email }: OpenInvitation,
  acceptor: Acceptor,
  now: Date,
): Promise<number | null> {
  const account = await lockAccount(tx, email);
  const current = account?.is_active ? account.password_hash : null;
  if (acceptor.kind === 'account') {
    if (!account || current === null || !secretsEqual(current, acceptor.passwordHash)) return null;
    await markVerified(tx, account.id, now);
    return account.id;
  }
  if (!account) return insertAccount(tx, email, acceptor.credentials, now);
  if (current !== null) return null;
  await reopenAccount(tx, account.id, acceptor.credentials, now);
  await removePasswordLinks(tx, account.id);
  await endSessionsOf(tx, account.id);
  return account.id;
}
