import type { InvitePayload } from '~/contract/invitation';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ListHeaders } from '../list-headers.server';

/** GET /admin/invitations?status=pending */
export function listPendingInvitations(
  upstream: Upstream,
  headers: ListHeaders = {},
): Promise<Response> {
  return upstream.call({
    method: 'GET',
    path: '/admin/invitations',
    query: { status: 'pending' },
    headers,
  });
}

/** POST /admin/invite-user; ids are integers on the wire. */
export function inviteUser(upstream: Upstream, payload: InvitePayload): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: '/admin/invite-user', json: payload }));
}

/** DELETE /admin/invitations/{id} */
export function deleteInvitation(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/invitations/${id}` }));
}

/** POST /admin/invitations/{id}/resend, without a body. */
export function resendInvitation(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: `/admin/invitations/${id}/resend` }));
}
