import type { FindingKind } from '~/contract/portfolio-check';
import type { FindingQuery, SetAside } from '~/contract/portfolio-check-schemas';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';

const PATH = '/admin/portfolio-check';

/** GET /admin/portfolio-check of the embedded API. */
export function countFindings(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: PATH });
}

/** GET /admin/portfolio-check/{kind} */
export function listFindings(
  upstream: Upstream,
  kind: FindingKind,
  query: FindingQuery,
): Promise<Response> {
  return upstream.call({ method: 'GET', path: `${PATH}/${kind}`, query });
}

/** PUT /admin/portfolio-check/{kind}/{id} */
export function setAside(
  upstream: Upstream,
  { kind, id, ...json }: SetAside & { kind: FindingKind; id: number },
): Promise<null> {
  return drain(upstream.call({ method: 'PUT', path: `${PATH}/${kind}/${id}`, json }));
}

/** DELETE /admin/portfolio-check/{kind}/{id} */
export function takeBack(
  upstream: Upstream,
  { kind, id }: { kind: FindingKind; id: number },
): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/${kind}/${id}` }));
}
