import {
  HTTP_BAD_REQUEST,
  HTTP_UNPROCESSABLE_CONTENT,
  HTTP_UNSUPPORTED_MEDIA_TYPE,
} from '~/contract/http-status';
import type { FormPart } from '~/lib/read-form.server';
import { ApiError } from './api-error';
import { readParts, readTexts } from './form';
import { isMultipart, type ApiContext } from './router';

/** The fields of a body; `files` are possible with multipart only. */
export interface Body {
  fields: Record<string, unknown>;
  files: Map<string, FormPart>;
}

/** Reads a JSON object or a form, with "\n" for line breaks in both: a form on the wire has "\r\n". @throws ApiError 400, 413, 415 */
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
  const parts = await readParts(c);
  // A form without a chosen file sends an empty one.
  const files = parts.filter(({ isFile, size }) => isFile && size > 0);
  return {
    fields: withPlainLineEnds(readTexts(parts)),
    files: new Map(files.map((file) => [file.name, file])),
  };
}

function withPlainLineEnds(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
    ]),
  );
}
