import { invitationCalls, inviteCalls } from '~/contract/calls/invitations';
import { invitationFields } from '~/contract/invitation-fields';
import { administratorOf } from '../auth/auth-middleware';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import type { AnswerList } from '../lists/answer-list';
import { inviteUser, resendInvitation } from './invitations';
import { pending, pendingInvitations } from './invitations.repo';

export function inviteRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), inviteCalls, {
    send: (c) => inviteUser(deps, administratorOf(c), c.req.valid('json')),
  });
}

export function invitationRoutes(deps: ApiDeps, answerList: AnswerList) {
  return serveCalls(createRouter(), invitationCalls, {
    list: (c) => answerList(c, pendingInvitations, { of: [invitationFields] }),
    delete: (c) => pending.withdraw(deps.db, administratorOf(c), c.req.valid('param').id),
    resend: (c) => resendInvitation(deps, administratorOf(c), c.req.valid('param').id),
  });
}
