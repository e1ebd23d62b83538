import { invitationFields } from '~/contract/invitation-fields';
import { administratorOf } from '../auth/actor';
import { readVersion } from '../db/table-changes.repo';
import type { ApiDeps } from '../deps';
import { unlessKnown } from '../http/list-tag';
import { sendJson } from '../http/openapi';
import { createRouter } from '../http/router';
import { inviteUser, removeInvitation, resendInvitation } from './invitations';
import { deleteRoute, inviteRoute, listRoute, resendRoute } from './invitations.openapi';
import { listPendingInvitationsJson } from './invitations.repo';

/** /admin/invite-user */
export function inviteRoutes(deps: ApiDeps) {
  return createRouter().openapi(inviteRoute, async (c) =>
    c.json(await inviteUser(deps, administratorOf(c), c.req.valid('json')), 201),
  );
}

/** What the list is read from: it names buildings and apartments. */
const TABLES = ['invitations', 'condos', 'apartments'] as const;

/** All of /admin/invitations. */
export function invitationRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const { 'if-none-match': ifNoneMatch } = c.req.valid('header');
      const version = await readVersion(deps.db, TABLES);
      const list = { version, of: [invitationFields], ifNoneMatch };
      return unlessKnown(list, async () => sendJson(await listPendingInvitationsJson(deps.db)));
    })
    .openapi(deleteRoute, async (c) => {
      await removeInvitation(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(resendRoute, async (c) =>
      c.json(await resendInvitation(deps, administratorOf(c), c.req.valid('param').id), 200),
    );
}
