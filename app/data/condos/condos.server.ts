import type { CondoListQuery } from '~/contract/condo';
import type { FormStream } from '~/lib/form-stream.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { changeRecord } from '../change-record.server';
import { readCreatedId } from '../created-id.server';
import type { CondoUpdate } from './condo-body.server';
import type { ListHeaders } from '../list-headers.server';

/** GET /admin/condos: empty filters are left out. */
export function listCondos(
  upstream: Upstream,
  query: CondoListQuery,
  headers: ListHeaders = {},
): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/condos', query, headers });
}

/** GET /admin/condos/{id} */
export function getCondo(upstream: Upstream, id: number): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/condos/${id}` });
}

/** POST /admin/condos, multipart. The contract promises nothing about the response: its id is null where there is none. */
export async function createCondo(
  upstream: Upstream,
  form: FormStream,
): Promise<{ id: number | null }> {
  const response = await upstream.call({ method: 'POST', path: '/admin/condos', form });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson) return drain(Promise.resolve(response)).then(() => ({ id: null }));
  return { id: await readCreatedId(response) };
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
