import { invitationCalls, inviteCalls } from '~/contract/calls/invitations';
import { invitationFields } from '~/contract/invitation-fields';
import { administratorOf } from '../auth/actor';
import { readVersion } from '../db/table-changes.repo';
import type { ListReader } from '../db/unpaged-list';
import type { ApiDeps } from '../deps';
import { sendJsonList } from '../http/json-list';
import { createUnlessKnown } from '../http/list-tag';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { inviteUser, removeInvitation, resendInvitation } from './invitations';
import { INVITATION_LIST_TABLES, pendingInvitations } from './invitations.repo';

/** /admin/invite-user */
export function inviteRoutes(deps: ApiDeps) {
  return createRouter().openapi(routeOf(inviteCalls, 'send'), async (c) =>
    c.json(await inviteUser(deps, administratorOf(c), c.req.valid('json')), 201),
  );
}

/** All of /admin/invitations. */
export function invitationRoutes(deps: ApiDeps, readList: ListReader) {
  const unlessKnown = createUnlessKnown(
    () => readVersion(deps.db, INVITATION_LIST_TABLES),
    invitationFields,
  );
  return createRouter()
    .openapi(routeOf(invitationCalls, 'list'), async (c) => {
      return unlessKnown(c, undefined, async () => {
        const { signal } = c.req.raw;
        const { version, ...rows } = await readList(pendingInvitations, { signal });
        return { response: sendJsonList(rows, deps.log), version };
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
