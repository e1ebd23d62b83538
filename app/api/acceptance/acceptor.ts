import { acceptExistingFormSchema, acceptFormSchema } from '~/contract/acceptance';
import { findPasswordProblem } from '~/contract/new-password';
import { secretsEqual } from '~/lib/secrets-equal.server';
import { findAccount } from '../auth/accounts.repo';
import { checkOwnPassword } from '../auth/check-password';
import { removePasswordLinks } from '../auth/password-links.repo';
import { endSessionsOf } from '../auth/sessions.repo';
import type { ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { invalidField } from '../http/api-error';
import { parseInput } from '../http/validation';
import {
  insertAccount,
  lockAccount,
  markVerified,
  reopenAccount,
  type NewCredentials,
} from './acceptance.repo';

export const WRONG_PASSWORD_MESSAGE = 'This is not the password of your account';

/** The person who accepts: with an account that can sign in, or with a new one. */
export type Acceptor =
  | { kind: 'account'; id: number; passwordHash: string }
  | { kind: 'newcomer'; credentials: NewCredentials };

/** An account that can sign in; a closed one counts as none (docs/decisions/0009). */
export function canSignIn(account: Awaited<ReturnType<typeof findAccount>>) {
  return account?.is_active && account.password_hash !== null ? account : null;
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
  if (account?.password_hash) {
    const { password } = parseInput(acceptExistingFormSchema, body);
    const message = WRONG_PASSWORD_MESSAGE;
    await checkOwnPassword(deps, account, { password, address, field: 'password', message });
    return { kind: 'account', id: account.id, passwordHash: account.password_hash };
  }
  const { first_name, last_name, password } = parseInput(acceptFormSchema, body);
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw invalidField('password', problem);
  const credentials = { first_name, last_name, password_hash: await deps.passwords.hash(password) };
  return { kind: 'newcomer', credentials };
}

/** The id of the account, created or reopened where necessary; null when the account has just changed. */
export async function admit(
  tx: ChangeTx,
  { email }: { email: string },
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
