import { HTTP_BAD_REQUEST, HTTP_CONTENT_TOO_LARGE } from '~/contract/http-status';
import { isBodyError } from '~/lib/body-error';
import {
  PARTS_LIMIT,
  partsOf,
  readForm,
  textOf,
  TOO_MANY_PARTS_MESSAGE,
  type FormPart,
} from '~/lib/read-form.server';
import { ApiError } from './api-error';
import { BODY_LIMIT_BYTES, isMultipart, type ApiContext } from './router';

/** The parts of a form: multipart, read while it arrives, or URL-encoded. @throws ApiError 400, 413; BodyError */
export async function readParts(c: ApiContext): Promise<FormPart[]> {
  try {
    if (!isMultipart(c)) return partsOf(new URLSearchParams(withFewFields(await c.req.text())));
    return await readForm(c.req.raw.body, c.req.header('content-type') ?? '');
  } catch (error) {
    if (error instanceof ApiError || isBodyError(error)) throw error;
    throw new ApiError(HTTP_BAD_REQUEST, 'Malformed multipart request body');
  }
}

/** Counted before they are parsed: URLSearchParams takes quadratic time for many names without a value. @throws ApiError 413 */
function withFewFields(text: string): string {
  const fields = text.split('&', PARTS_LIMIT + 1).length;
  if (fields <= PARTS_LIMIT) return text;
  throw new ApiError(HTTP_CONTENT_TOO_LARGE, TOO_MANY_PARTS_MESSAGE);
}

/** The texts of a form by name, together as long as a JSON body at most. @throws ApiError 413 */
export function readTexts(parts: readonly FormPart[]): [name: string, text: string][] {
  const texts = parts.filter(({ isFile }) => !isFile);
  if (texts.reduce((sum, { size }) => sum + size, 0) > BODY_LIMIT_BYTES) {
    throw new ApiError(HTTP_CONTENT_TOO_LARGE, 'The texts of the form are too large: at most 1 MB');
  }
  return texts.map((part) => [part.name, textOf(part)]);
}
