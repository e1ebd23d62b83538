import { invitationCalls, inviteCalls } from '~/contract/calls/invitations';
import { invitationFields } from '~/contract/invitation-fields';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import type { AnswerList } from '../lists/answer-list';
import { inviteUser, removeInvitation, resendInvitation } from './invitations';
import { pendingInvitations } from './invitations.repo';

/** /admin/invite-user */
export function inviteRoutes(deps: ApiDeps) {
  return createRouter().openapi(routeOf(inviteCalls, 'send'), async (c) =>
    c.json(await inviteUser(deps, administratorOf(c), c.req.valid('json')), 201),
  );
}

/** All of /admin/invitations. */
export function invitationRoutes(deps: ApiDeps, answerList: AnswerList) {
  return createRouter()
    .openapi(routeOf(invitationCalls, 'list'), async (c) =>
      answerList(c, pendingInvitations, { of: [invitationFields] }),
    )
    .openapi(routeOf(invitationCalls, 'delete'), async (c) => {
      await removeInvitation(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(routeOf(invitationCalls, 'resend'), async (c) =>
      c.json(await resendInvitation(deps, administratorOf(c), c.req.valid('param').id), 200),
    );
}
