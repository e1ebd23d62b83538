import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';

/** GET /admin/personal-data/{id} of the embedded API. */
export function exportPerson(upstream: Upstream, userId: number): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/personal-data/${userId}` });
}

/** DELETE /admin/personal-data/{id} */
export function erasePerson(upstream: Upstream, userId: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/personal-data/${userId}` }));
}
