import { coded } from '~/language/sentence';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/rpc/errors/http-status';
import { AppError } from '../../rpc/errors/app-error';

/** A form from the browser to the API. Its bytes are passed on as they arrive and never buffered. */
export interface FormStream {
  body: ReadableStream<Uint8Array>;
  /** The content type, with the boundary of the parts. */
  contentType: string;
  /** Length in bytes; null if the browser did not send it. */
  length: string | null;
}

const FORM_TYPE = 'multipart/form-data';
const TYPE_HEADER = 'x-form-type';

export function isForm(headers: Headers): boolean {
  return headers.get('content-type')?.toLowerCase().includes(FORM_TYPE) ?? false;
}

/**
 * Renames the content type of a form. Start reads every body of a form's type into memory before anything
 * is checked, and has no option against it. A server route would get the body unread, but without a
 * function's middleware: the token, the CSRF check, the label by declared call and the response for an
 * AppError would all be needed a second time. A header sent by a caller is removed, as it could pass a body
 * off as a form that the framework has read already.
 */
export function hideForm(headers: Headers): void {
  headers.delete(TYPE_HEADER);
  if (!isForm(headers)) return;
  headers.set(TYPE_HEADER, headers.get('content-type') ?? '');
  headers.set('content-type', 'application/octet-stream');
}

/** The unread form after hideForm (docs/decisions/0021). @throws AppError 422 without a form */
export function formStreamOf({ body, headers }: Request): FormStream {
  const contentType = headers.get(TYPE_HEADER);
  if (!body || contentType === null) {
    throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, ...coded('form_type') });
  }
  return { body, contentType, length: headers.get('content-length') };
}
