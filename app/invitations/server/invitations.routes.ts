import { invitationCalls, inviteCalls } from '~/invitations/calls';
import { invitationFields } from '~/invitations/invitation-fields';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import type { AnswerList } from '~/rpc/embedded/answer-list';
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
