import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { BulkBody } from './bulk-body.server';

interface ApiKind {
  /** An external API gets nothing beyond the wire contract. */
  isExternal: boolean;
}

/** POST /admin/bulk-validate: multipart with file and type. */
export function validateBulkFile(
  upstream: Upstream,
  body: BulkBody,
  apiKind: ApiKind,
): Promise<Response> {
  const form = toForm(body, apiKind);
  return upstream.call({ method: 'POST', path: '/admin/bulk-validate', form });
}

/**
 * POST /admin/bulk-create: form with type and rows, which is JSON text. The Idempotency-Key header lets an API that
 * supports it answer a repeated submit with the first result.
 */
export function createBulkRows(
  upstream: Upstream,
  { key, ...body }: BulkBody & { key: string | null },
  apiKind: ApiKind,
): Promise<Response> {
  return upstream.call({
    method: 'POST',
    path: '/admin/bulk-create',
    form: toForm(body, apiKind),
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
}

function toForm({ body, own }: BulkBody, { isExternal }: ApiKind): FormData {
  if (!isExternal) for (const [name, value] of Object.entries(own)) body.set(name, value);
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
