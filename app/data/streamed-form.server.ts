import { getRequest } from '@tanstack/react-start/server';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { readFormStream, type FormStream } from '~/lib/form-stream.server';

/**
 * Validator of a server function that takes a form with files. The form is not read here: its bytes pass through to the
 * API, which validates it (docs/decisions/0021).
 * @throws AppError 422 where the call carries none
 */
export function streamedForm(_form: FormData): FormStream {
  return requireForm(getRequest());
}

/** @throws AppError 422 */
export function requireForm(request: Request): FormStream {
  const form = readFormStream(request);
  if (form) return form;
  throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, detail: 'A form was expected' });
}
