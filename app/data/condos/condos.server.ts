import type { CondoListQuery } from '~/contract/condo';
import type { FormStream } from '~/lib/form-stream.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { changeRecord } from '../change-record.server';
import type { CondoUpdate } from './condo-body.server';

/** GET /admin/condos: empty filters are left out. */
export function listCondos(upstream: Upstream, query: CondoListQuery): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/condos', query });
}

/** GET /admin/condos/{id} */
export function getCondo(upstream: Upstream, id: number): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/condos/${id}` });
}

/** POST /admin/condos, multipart. The response's body is not used. */
export function createCondo(upstream: Upstream, form: FormStream): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: '/admin/condos', form }));
}

/** PUT /admin/condos/{id}, multipart. */
export function updateCondo(
  upstream: Upstream,
  { id, version, form }: CondoUpdate,
): Promise<{ version: string | null }> {
  return changeRecord(upstream, { method: 'PUT', path: `/admin/condos/${id}`, form }, version);
}

/** DELETE /admin/condos/{id} */
export function deleteCondo(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/condos/${id}` }));
}
