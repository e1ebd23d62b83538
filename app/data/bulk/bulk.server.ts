import type { FormStream } from '~/lib/form-stream.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ListHeaders } from '../list-headers.server';
import type { BulkSubmit } from './bulk-body.server';
import type { UndoRequest } from './undo-request';

/** POST /admin/bulk-validate: multipart with file and type. Its answer is as long as a list. */
export function validateBulkFile(
  upstream: Upstream,
  form: FormStream,
  headers: ListHeaders = {},
): Promise<Response> {
  const path = '/admin/bulk-validate';
  return upstream.call({ method: 'POST', path, form, isRead: true, headers });
}

/**
 * POST /admin/bulk-create: form with type and rows, which is JSON text. The Idempotency-Key header lets an API that
 * supports it answer a repeated submit with the first result.
 */
export function createBulkRows(upstream: Upstream, { form, key }: BulkSubmit): Promise<Response> {
  return upstream.call({
    method: 'POST',
    path: '/admin/bulk-create',
    form,
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
}

/** POST /admin/bulk-review (embedded API only): multipart with file and type. */
export function reviewBulkFile(upstream: Upstream, form: FormStream): Promise<Response> {
  return upstream.call({ method: 'POST', path: '/admin/bulk-review', form, isRead: true });
}

/** POST /admin/bulk-apply (embedded API only): form with type, changes and rows, which are JSON texts. */
export function applyBulkChanges(upstream: Upstream, { form, key }: BulkSubmit): Promise<Response> {
  return upstream.call({
    method: 'POST',
    path: '/admin/bulk-apply',
    form,
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
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
export function undoBulkImport(
  upstream: Upstream,
  { id, includeChanged }: UndoRequest,
): Promise<Response> {
  return upstream.call({
    method: 'POST',
    path: `/admin/bulk-imports/${id}/undo`,
    ...(includeChanged && { query: { include_changed: 'true' } }),
  });
}
