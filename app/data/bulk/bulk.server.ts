import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { BulkBody } from './bulk-body.server';

interface Where {
  /** Another API than the embedded one: it gets nothing beyond point 7. */
  foreign: boolean;
}

/** POST /admin/bulk-validate: multipart with file and type (SPEC.md point 7). */
export function validateBulkFile(
  upstream: Upstream,
  body: BulkBody,
  where: Where,
): Promise<Response> {
  const form = toForm(body, where);
  return upstream.call({ method: 'POST', path: '/admin/bulk-validate', form });
}

/**
 * POST /admin/bulk-create: form with type and rows, which is JSON text (SPEC.md point 7). The Idempotency-Key header
 * lets an API that knows it answer a repeated submit with the first result.
 */
export function createBulkRows(
  upstream: Upstream,
  { key, ...body }: BulkBody & { key: string | null },
  where: Where,
): Promise<Response> {
  return upstream.call({
    method: 'POST',
    path: '/admin/bulk-create',
    form: toForm(body, where),
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
}

function toForm({ body, own }: BulkBody, { foreign }: Where): FormData {
  if (!foreign) for (const [name, value] of Object.entries(own)) body.set(name, value);
  return body;
}

/** GET /admin/bulk-imports (embedded API only) */
export function listBulkImports(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: '/admin/bulk-imports' });
}

/** GET /admin/bulk-imports/progress/{key} (embedded API only) */
export function getBulkProgress(upstream: Upstream, key: string): Promise<Response> {
  return upstream.call({ method: 'GET', path: `/admin/bulk-imports/progress/${key}` });
}

/** DELETE /admin/bulk-imports/progress/{key} (embedded API only) */
export function cancelBulkImport(upstream: Upstream, key: string): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `/admin/bulk-imports/progress/${key}` }));
}

/** POST /admin/bulk-imports/{id}/undo (embedded API only) */
export function undoBulkImport(upstream: Upstream, id: number): Promise<Response> {
  return upstream.call({ method: 'POST', path: `/admin/bulk-imports/${id}/undo` });
}
