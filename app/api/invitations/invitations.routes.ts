import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { inviteUser, listInvitations, removeInvitation, resendInvitation } from './invitations';
import { deleteRoute, inviteRoute, listRoute, resendRoute } from './invitations.openapi';

/** /admin/invite-user (SPEC.md point 7). */
export function inviteRoutes(deps: ApiDeps) {
  return createRouter().openapi(inviteRoute, async (c) =>
    c.json(await inviteUser(deps, c.req.valid('json'), c.get('session').userId), 201),
  );
}

/** All of /admin/invitations (SPEC.md point 7). */
export function invitationRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) => c.json(await listInvitations(deps), 200))
    .openapi(deleteRoute, async (c) => {
      await removeInvitation(deps, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(resendRoute, async (c) =>
      c.json(await resendInvitation(deps, c.req.valid('param').id), 200),
    );
}
