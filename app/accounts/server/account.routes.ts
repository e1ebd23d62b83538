import { accountCalls, reauthenticationCalls } from '~/accounts/account-calls';
import { mayDo } from '~/accounts/rights';
import { HTTP_FORBIDDEN } from '~/rpc/errors/http-status';
import { findPasswordProblem } from '~/accounts/new-password';
import { changePassword, requireAccount } from './accounts.repo';
import { administratorOf } from './auth-middleware';
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
import { clientOf, createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { updateNames } from '~/users/server/users.repo';

export function accountRoutes(deps: ApiDeps, signIns: CallQueue) {
  const { db, clock, passwords } = deps;
  return serveCalls(createRouter(), accountCalls, {
    get: (c) => getAccount(deps, c.get('session')),
    async update(c) {
      const values = c.req.valid('json');
      // Only administrators who may apply proposals get mails about them.
      if (values.proposal_mails === true && !mayDo(c.get('session').rights, 'write'))
        throw forbidden('rights_missing');
      const actor = administratorOf(c);
      await recordChange(db, { actor, action: 'changed' }, (tx) =>
        updateNames(tx, actor.userId, values, clock()),
      );
      return getAccount(deps, actor);
    },
    /**
     * Requires the old password, since an open tab proves only the session. Ends every other session and all
     * links that set a password.
     * @throws ApiError 422 for either password, 409 if it was changed in the meantime, 429 after too many
     * wrong ones
     */
    async changePassword(c) {
      const session = c.get('session');
      const { address } = clientOf(c);
      const { current_password, new_password } = c.req.valid('json');
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
    },
    sessions: (c) => listSessions(db, c.get('session'), clock()),
    failedSignIns: (c) => listFailedSignIns(db, c.get('session').userId),
    endOtherSessions: (c) => endOtherSessions(db, c.get('session')),
    async endSession(c) {
      const { userId } = c.get('session');
      // 404 for another person's session too.
      if (!(await endSessionById(db, userId, c.req.valid('param').id))) throw notFound('Session');
    },
  });
}

async function getAccount({ db }: ApiDeps, { userId }: { userId: number }) {
  const account = await requireAccount(db, userId);
  const { id, email, first_name, last_name, rights, language, proposal_mails } = account;
  const chosen = language !== null && { language };
  return { id, email, first_name, last_name, rights, proposal_mails, ...chosen };
}

/**
 * Routes of /admin/account/reauthentication. They are open to administrators who have yet to set up a
 * second factor.
 */
export function reauthenticationRoutes(deps: ApiDeps, signIns: CallQueue) {
  return serveCalls(createRouter(), reauthenticationCalls, {
    /**
     * Checks the password again, and the second factor if the account has one.
     * @throws ApiError 422 for a wrong password, 403 with a code for a missing or wrong factor, 429 after too
     * many
     */
    async confirm(c) {
      const session = c.get('session');
      const { address } = clientOf(c);
      const { password, ...shown } = c.req.valid('json');
      const account = await requireAccount(deps.db, session.userId);
      await signIns.run(address, async () => {
        await checkOwnPassword(deps, account, { password, field: 'password', address });
        await checkSecondFactor(deps, account.id, shown, address, HTTP_FORBIDDEN);
      });
      await renewAuthentication(deps.db, session, deps.clock());
    },
  });
}
