import { getRequest } from '@tanstack/react-start/server';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import type { FormStream } from '~/lib/form-stream.server';
import { isRandomKey } from '~/lib/random-key';
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

/**
 * An Idempotency-Key of the panel. It is part of a path whose pattern labels metrics, before anyone has looked at the
 * caller's token: words would make as many labels. @throws AppError 422
 */
export function checkedKey(key: unknown): string {
  if (isRandomKey(key)) return key;
  throw new AppError({
    status: HTTP_UNPROCESSABLE_CONTENT,
    detail: 'The key of the import is not valid',
  });
}
