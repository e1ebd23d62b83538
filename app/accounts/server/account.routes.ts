import type { AccountUpdate, ChangePassword, Reauthentication } from '~/accounts/account';
import { accountCalls, reauthenticationCalls } from '~/accounts/account-calls';
import { mayDo } from '~/accounts/rights';
import { HTTP_FORBIDDEN } from '~/rpc/errors/http-status';
import { findPasswordProblem } from '~/accounts/new-password';
import { changePassword, requireAccount } from './accounts.repo';
import { administratorOf, type Administrator } from './auth-middleware';
import type { CallQueue } from './call-queue';
import { checkOwnPassword } from './check-password';
import { listFailedSignIns } from './failed-sign-ins.repo';
import { removePasswordLinks } from './password-links.repo';
import { checkSecondFactor } from './second-factor';
import {
  endOtherSessions,
  endSessionById,
  listSessions,
  renewAuthentication,
} from './sessions.repo';
import { recordChange } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { invalidField, conflict, forbidden, notFound } from '~/rpc/embedded/api-error';
import { clientOf, createRouter, type SignedIn } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { updateNames } from '~/users/server/users.repo';

export function accountRoutes(deps: ApiDeps, signIns: CallQueue) {
  const { db, clock } = deps;
  return serveCalls(createRouter(), accountCalls, {
    get: (c) => getAccount(deps, c.get('session')),
    update(c) {
      const values = c.req.valid('json');
      // Only who may apply proposals is told of them.
      if (values.proposal_mails === true && !mayDo(c.get('session').rights, 'write'))
        throw forbidden('rights_missing');
      return changeAccount(deps, administratorOf(c), values);
    },
    changePassword: (c) =>
      changeOwnPassword(deps, signIns, c.get('session'), c.req.valid('json'), clientOf(c).address),
    sessions: (c) => listSessions(db, c.get('session'), clock()),
    failedSignIns: (c) => listFailedSignIns(db, c.get('session').userId),
    endOtherSessions: (c) => endOtherSessions(db, c.get('session')),
    async endSession(c) {
      const { userId } = c.get('session');
      // Another person's session is not found either.
      if (!(await endSessionById(db, userId, c.req.valid('param').id))) throw notFound('Session');
    },
  });
}

/** All of /admin/account/reauthentication: open to administrators who have yet to set up a second factor. */
export function reauthenticationRoutes(deps: ApiDeps, signIns: CallQueue) {
  return serveCalls(createRouter(), reauthenticationCalls, {
    confirm: (c) =>
      reauthenticate(deps, signIns, c.get('session'), c.req.valid('json'), clientOf(c).address),
  });
}

async function getAccount({ db }: ApiDeps, { userId }: { userId: number }) {
  const account = await requireAccount(db, userId);
  const { id, email, first_name, last_name, rights, language, proposal_mails } = account;
  const chosen = language !== null && { language };
  return { id, email, first_name, last_name, rights, proposal_mails, ...chosen };
}

/** PUT /admin/account: changes what was sent. */
async function changeAccount(deps: ApiDeps, actor: Administrator, values: AccountUpdate) {
  await recordChange(deps.db, { actor, action: 'changed' }, (tx) =>
    updateNames(tx, actor.userId, values, deps.clock()),
  );
  return getAccount(deps, actor);
}

/**
 * POST /admin/account/password: requires the old password, since an open tab proves only the session. Ends
 * every other session and all links that set a password.
 * @throws ApiError 422 for either password, 409 if it was changed in the meantime, 429 after too many wrong
 * ones
 */
async function changeOwnPassword(
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
  if (problem !== null) throw invalidField('new_password', problem);
  const newHash = await signIns.run(address, async () => {
    const typed = { password: current_password, field: 'current_password', address };
    await checkOwnPassword(deps, account, typed);
    return passwords.hash(new_password);
  });
  const actor = { kind: 'administrator', userId: account.id } as const;
  await recordChange(db, { actor, action: 'password_set' }, async (tx) => {
    const change = { userId: session.userId, oldHash, newHash };
    if (!(await changePassword(tx, change, clock()))) throw conflict('password_changed');
    await endOtherSessions(tx, session);
    await removePasswordLinks(tx, session.userId);
  });
}

/**
 * POST /admin/account/reauthentication: checks the password again, and the second factor if the account has
 * one.
 * @throws ApiError 422 for a wrong password, 403 with a code for a missing or wrong factor, 429 after too
 * many
 */
async function reauthenticate(
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
