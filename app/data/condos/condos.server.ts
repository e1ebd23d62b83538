import type { CondoListQuery } from '~/contract/condo';
import type { FormStream } from '~/lib/form-stream.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import { matchHeaders, versionOf } from '../record-version';
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

/**
 * PUT /admin/condos/{id}, multipart; with a version the API answers 412 if the building has changed since.
 * Resolves to the new version, where the API sends one.
 */
export async function updateCondo(
  upstream: Upstream,
  { id, version, form }: CondoUpdate,
): Promise<{ version: string | null }> {
  const answer = upstream.call({
    method: 'PUT',
    path: `/admin/condos/${id}`,
    form,
    headers: matchHeaders(version),
  });
  const changed = versionOf(await answer);
  await drain(answer);
  return { version: changed };
}

/** DELETE /admin/condos/{id} */
export function deleteCondo(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/condos/${id}` }));
}
