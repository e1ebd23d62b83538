import type { Account, AccountUpdate, ChangePassword, Reauthentication } from '~/contract/account';
import { HTTP_FORBIDDEN } from '~/contract/http-status';
import { findPasswordProblem } from '~/contract/new-password';
import { changePassword, requireAccount, setLanguage } from '../auth/accounts.repo';
import type { Administrator } from '../auth/auth-middleware';
import { checkOwnPassword } from '../auth/check-password';
import { removePasswordLinks } from '../auth/password-links.repo';
import { endOtherSessions, renewAuthentication } from '../auth/sessions.repo';
import { checkSecondFactor } from '../auth/second-factor';
import type { CallQueue } from '../auth/call-queue';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { brokenRule, conflict } from '../http/api-error';
import type { SignedIn } from '../http/router';
import { updateNames } from '../users/users.repo';

const PASSWORD_CHANGED_MESSAGE =
  'Your password has just been changed elsewhere. Please sign in again.';

export async function getAccount({ db }: ApiDeps, { userId }: SignedIn): Promise<Account> {
  return toAccount(await requireAccount(db, userId));
}

/** A row in its wire form. */
function toAccount({
  language,
  ...row
}: Omit<Account, 'language'> & { language: string | null }): Account {
  const { id, email, first_name, last_name } = row;
  return { id, email, first_name, last_name, ...(language !== null && { language }) };
}

/** PUT /admin/account: changes what was sent. */
export async function changeAccount(
  { db, clock }: ApiDeps,
  actor: Administrator,
  { language, ...names }: AccountUpdate,
): Promise<Account> {
  await recordChange(db, { actor, action: 'changed' }, async (tx) => {
    if (language !== undefined) await setLanguage(tx, actor.userId, language);
    await updateNames(tx, actor.userId, names, clock());
  });
  return toAccount(await requireAccount(db, actor.userId));
}

/**
 * POST /admin/account/password: asks for the old password, since an open tab gives the session alone. Every
 * other session ends, and links that set a password no longer work.
 * @throws ApiError 422 for either password, 409 when it was changed in the meantime, 429 after too many wrong ones
 */
export async function changeOwnPassword(
  deps: ApiDeps,
  signIns: CallQueue,
  session: SignedIn,
  { current_password, new_password }: ChangePassword,
  address: string,
): Promise<void> {
  const { db, clock, passwords } = deps;
  const account = await requireAccount(db, session.userId);
  const { email, password_hash: oldHash } = account;
  const problem = findPasswordProblem(new_password, email);
  if (problem !== null) throw brokenRule('new_password', problem);
  const newHash = await signIns.run(address, async () => {
    const typed = { password: current_password, field: 'current_password', address };
    await checkOwnPassword(deps, account, typed);
    return passwords.hash(new_password);
  });
  const actor = { kind: 'administrator', userId: account.id } as const;
  await recordChange(db, { actor, action: 'password_set' }, async (tx) => {
    const change = { userId: session.userId, oldHash, newHash };
    if (!(await changePassword(tx, change, clock()))) {
      throw conflict(PASSWORD_CHANGED_MESSAGE);
    }
    await endOtherSessions(tx, session);
    await removePasswordLinks(tx, session.userId);
  });
}

/**
 * POST /admin/account/reauthentication: checks the password again, and the second factor where there is one.
 * @throws ApiError 422 for a wrong password, 403 with a code for a missing or wrong factor, 429 after too many
 */
export async function reauthenticate(
  deps: ApiDeps,
  signIns: CallQueue,
  session: SignedIn,
  { password, ...shown }: Reauthentication,
  address: string,
): Promise<void> {
  const account = await requireAccount(deps.db, session.userId);
  const typed = { password, field: 'password', address };
  await signIns.run(address, async () => {
    await checkOwnPassword(deps, account, typed);
    await checkSecondFactor(deps, account.id, shown, address, HTTP_FORBIDDEN);
  });
  await renewAuthentication(deps.db, session, deps.clock());
}
