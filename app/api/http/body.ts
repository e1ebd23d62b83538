import {
  HTTP_BAD_REQUEST,
  HTTP_UNPROCESSABLE_CONTENT,
  HTTP_UNSUPPORTED_MEDIA_TYPE,
} from '~/contract/http-status';
import { ApiError } from './api-error';
import { isMultipart, type ApiContext } from './router';

/** The fields of a body; `files` are possible with multipart only. */
export interface Body {
  fields: Record<string, unknown>;
  files: Map<string, File>;
}

/**
 * Reads a JSON object or a multipart form. Line breaks become "\n" in both: a form on the wire always has "\r\n", and
 * the same text must result in the same record.
 * @throws ApiError 400 for a malformed body, 415 for another type
 */
export async function readBody(c: ApiContext): Promise<Body> {
  if (isMultipart(c)) return readForm(c);
  const type = (c.req.header('content-type') ?? '').split(';')[0] ?? '';
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
    throw new ApiError(
      HTTP_UNSUPPORTED_MEDIA_TYPE,
      'Send the body as multipart/form-data or application/json',
    );
  }
  const value = await readJson(c);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, 'The body must be a JSON object');
  }
  return { fields: withPlainLineEnds(Object.entries(value)), files: new Map() };
}

async function readJson(c: ApiContext): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch {
    throw new ApiError(HTTP_BAD_REQUEST, 'Malformed JSON in request body');
  }
}

async function readForm(c: ApiContext): Promise<Body> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    throw new ApiError(HTTP_BAD_REQUEST, 'Malformed multipart request body');
  }
  const files = new Map<string, File>();
  const texts: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.push([name, value]);
    // A form without a chosen file sends an empty one.
    else if (value.size > 0) files.set(name, value);
  }
  return { fields: withPlainLineEnds(texts), files };
}

function withPlainLineEnds(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
    ]),
  );
}
