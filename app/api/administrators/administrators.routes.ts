import { administratorCalls } from '~/contract/calls/administrators';
import { administratorOf, requireRecentSignIn } from '../auth/auth-middleware';
import { countFailedSignIns } from '../auth/failed-sign-ins.repo';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
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
