import type { ApartmentListQuery, ApartmentCreate } from '~/contract/apartment';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { changeRecord } from '../change-record.server';
import type { ListHeaders } from '../list-headers.server';

/** GET /admin/apartments, of all buildings or of one. */
export function listApartments(
  upstream: Upstream,
  query: ApartmentListQuery,
  headers: ListHeaders = {},
): Promise<Response> {
  const { search, condo_id } = query;
  return upstream.call({
    method: 'GET',
    path: '/admin/apartments',
    query: { search, condo_id },
    headers,
  });
}

/** POST /admin/apartments. The response's body is not used. */
export function createApartment(upstream: Upstream, payload: ApartmentCreate): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: '/admin/apartments', json: payload }));
}

/** GET /admin/apartments/{id} */
export function getApartment(upstream: Upstream, id: number): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/apartments/${id}` });
}

/** PUT /admin/apartments/{id}; the body is the same as create's. */
export function updateApartment(
  upstream: Upstream,
  id: number,
  payload: ApartmentCreate,
  version: string | null,
): Promise<{ version: string | null }> {
  const path = `/admin/apartments/${id}`;
  return changeRecord(upstream, { method: 'PUT', path, json: payload }, version);
}

/** DELETE /admin/apartments/{id} */
export function deleteApartment(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/apartments/${id}` }));
}
