import type { UserListQuery, UserUpdate } from '~/contract/user';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { changeRecord } from '../change-record.server';
import type { ListHeaders } from '../list-headers.server';

/** GET /admin/users: an empty search or no building is left out. */
export function listUsers(
  upstream: Upstream,
  query: UserListQuery,
  headers: ListHeaders = {},
): Promise<Response> {
  const { search, page, page_size, condo_id } = query;
  return upstream.call({
    method: 'GET',
    path: '/admin/users',
    query: { search, page, page_size, condo_id },
    headers,
  });
}

/** GET /admin/users/{id} */
export function getUser(upstream: Upstream, id: number): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/users/${id}` });
}

/** PUT /admin/users/{id}; the e-mail is read-only, so only the names are sent. */
export function updateUser(
  upstream: Upstream,
  id: number,
  names: UserUpdate,
  version: string | null,
): Promise<{ version: string | null }> {
  const path = `/admin/users/${id}`;
  return changeRecord(upstream, { method: 'PUT', path, json: names }, version);
}

/** DELETE /admin/users/{id}: deactivates the account and removes its associations. */
export function deleteUser(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/users/${id}` }));
}

/** DELETE /admin/user-condo-associations/{id} */
export function deleteAssociation(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/user-condo-associations/${id}` }));
}
