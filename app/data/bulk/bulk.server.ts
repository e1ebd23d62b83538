import type { Upstream } from '~/upstream/upstream.server';

/** POST /admin/bulk-validate: multipart with file and type (SPEC.md point 7). */
export function validateBulkFile(upstream: Upstream, form: FormData): Promise<Response> {
  return upstream.call({ method: 'POST', path: '/admin/bulk-validate', form });
}

/** POST /admin/bulk-create: form with type and rows, which is JSON text (SPEC.md point 7). */
export function createBulkRows(upstream: Upstream, form: FormData): Promise<Response> {
  return upstream.call({ method: 'POST', path: '/admin/bulk-create', form });
}
