import { invitationCalls, inviteCalls } from '~/contract/calls/invitations';
import { invitationFields } from '~/contract/invitation-fields';
import { administratorOf } from '../auth/actor';
import { toJsonArray } from '../db/json';
import { readVersion } from '../db/table-changes.repo';
import type { ApiDeps } from '../deps';
import { createUnlessKnown } from '../http/list-tag';
import { sendJson } from '../http/openapi';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { inviteUser, removeInvitation, resendInvitation } from './invitations';
import { INVITATION_LIST_TABLES, listPendingInvitations } from './invitations.repo';

/** /admin/invite-user */
export function inviteRoutes(deps: ApiDeps) {
  return createRouter().openapi(routeOf(inviteCalls, 'send'), async (c) =>
    c.json(await inviteUser(deps, administratorOf(c), c.req.valid('json')), 201),
  );
}

/** All of /admin/invitations. */
export function invitationRoutes(deps: ApiDeps) {
  const unlessKnown = createUnlessKnown({
    readVersion: () => readVersion(deps.db, INVITATION_LIST_TABLES),
    shape: [invitationFields],
  });
  return createRouter()
    .openapi(routeOf(invitationCalls, 'list'), async (c) => {
      const { 'if-none-match': ifNoneMatch } = c.req.valid('header');
      return unlessKnown({ ifNoneMatch }, async () => {
        const { rows, version } = await listPendingInvitations(deps.db);
        return { response: sendJson(toJsonArray(rows)), version };
      });
    })
    .openapi(routeOf(invitationCalls, 'delete'), async (c) => {
      await removeInvitation(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(routeOf(invitationCalls, 'resend'), async (c) =>
      c.json(await resendInvitation(deps, administratorOf(c), c.req.valid('param').id), 200),
    );
}
