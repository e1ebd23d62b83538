import { getRequest } from '@tanstack/react-start/server';
import { IDEMPOTENCY_KEY_LIMIT_CHARS } from '~/contract/bulk-imports';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import type { FormStream } from '~/lib/form-stream.server';
import { requireForm } from '../streamed-form.server';

/** The rows to create, and the Idempotency-Key of the submit. */
export interface BulkSubmit {
  form: FormStream;
  key: string | null;
}

/** Validator of createBulkFn: the form, and the key in its header. */
export function bulkSubmit(_form: FormData): BulkSubmit {
  return readBulkSubmit(getRequest());
}

/** @throws AppError 422 */
export function readBulkSubmit(request: Request): BulkSubmit {
  const key = request.headers.get('idempotency-key');
  return { form: requireForm(request), key: key === null ? null : checkedKey(key) };
}

/** An Idempotency-Key in our own format. @throws AppError 422 */
export function checkedKey(key: unknown): string {
  const usable =
    typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_LIMIT_CHARS && /^[\w-]+$/.test(key);
  if (usable) return key;
  throw new AppError({
    status: HTTP_UNPROCESSABLE_CONTENT,
    detail: 'The key of the import is not valid',
  });
}
