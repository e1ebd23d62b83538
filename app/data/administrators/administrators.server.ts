import type { InviteAdministrator } from '~/contract/administrator';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';

const PATH = '/admin/administrators';

/** GET /admin/administrators of the embedded API. */
export function listAdministrators(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: PATH });
}

/** DELETE /admin/administrators/{id}: withdraws the rights; the account stays. */
export function withdrawAdministrator(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/${id}` }));
}

/** GET /admin/administrators/invitations */
export function listInvitations(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: `${PATH}/invitations` });
}

/** POST /admin/administrators/invitations: also sends a new link to who was invited before. */
export function inviteAdministrator(
  upstream: Upstream,
  invitation: InviteAdministrator,
): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: `${PATH}/invitations`, json: invitation }));
}

/** DELETE /admin/administrators/invitations/{id} */
export function deleteInvitation(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/invitations/${id}` }));
}

/** GET /admin/administrators/failed-sign-ins */
export function getFailedSignInCounts(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: `${PATH}/failed-sign-ins` });
}
