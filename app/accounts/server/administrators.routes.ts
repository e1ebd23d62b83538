import { administratorCalls } from '~/accounts/administrator-calls';
import { administratorOf, requireRecentSignIn } from './auth-middleware';
import { countFailedSignIns } from './failed-sign-ins.repo';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { pending } from './administrator-invitations.repo';
import {
  getAdministrators,
  getInvitations,
  inviteAdministrator,
  withdrawAdministrator,
} from './administrators';

export function administratorRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    administratorCalls,
    {
      list: (c) => getAdministrators(deps, c.get('session')),
      failedSignIns: () => countFailedSignIns(deps.db, deps.clock()),
      invitations: () => getInvitations(deps),
      invite: (c) => inviteAdministrator(deps, administratorOf(c), c.req.valid('json')),
      deleteInvitation: (c) =>
        pending.withdraw(deps.db, administratorOf(c), c.req.valid('param').id),
      withdraw: (c) => withdrawAdministrator(deps, administratorOf(c), c.req.valid('param').id),
    },
    { middleware: requireRecentSignIn(deps), except: ['list', 'failedSignIns', 'invitations'] },
  );
}
