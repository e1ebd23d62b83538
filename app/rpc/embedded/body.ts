import { hash } from 'node:crypto';
import {
  HTTP_BAD_REQUEST,
  HTTP_CONTENT_TOO_LARGE,
  HTTP_UNPROCESSABLE_CONTENT,
  HTTP_UNSUPPORTED_MEDIA_TYPE,
} from '~/rpc/errors/http-status';
import { isBodyError } from '~/rpc/errors/body-error';
import {
  PARTS_LIMIT,
  partsOf,
  readForm,
  textOf,
  TOO_MANY_PARTS_MESSAGE,
  type FormPart,
} from '~/platform/http/read-form.server';
import { ApiError } from './api-error';
import { BODY_LIMIT_BYTES, isMultipart, type ApiContext } from './router';

/** The fields of a body. Only a multipart body can have `files`. */
export interface Body {
  fields: Record<string, unknown>;
  files: Map<string, FormPart>;
}

/** Reads a JSON object or a form. Line breaks in a form become "\n". @throws ApiError 400, 413, 415 */
export async function readBody(c: ApiContext): Promise<Body> {
  if (isMultipart(c)) {
    const parts = await readParts(c);
    // A form in which no file was chosen sends an empty one.
    const files = parts.filter(({ isFile, size }) => isFile && size > 0);
    return {
      fields: withPlainLineEnds(readTexts(parts)),
      files: new Map(files.map((file) => [file.name, file])),
    };
  }
  const type = (c.req.header('content-type') ?? '').split(';')[0] ?? '';
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
    throw new ApiError(HTTP_UNSUPPORTED_MEDIA_TYPE, 'body_type');
  }
  const value = await c.req.json<unknown>().catch(() => {
    throw new ApiError(HTTP_BAD_REQUEST, 'malformed_json');
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, 'body_not_object');
  }
  return { fields: withPlainLineEnds(Object.entries(value)), files: new Map() };
}

/** Names the content of a body: its fields, and the SHA-256 of each file. */
export function digestOf({ fields, files }: Body): string {
  const hashes = Array.from(files.values(), ({ name, pieces }) => [
    name,
    hash('sha256', Buffer.concat(pieces), 'base64url'),
  ]);
  return JSON.stringify([fields, hashes]);
}

function withPlainLineEnds(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
    ]),
  );
}

/** Reads a form: multipart as it arrives, or URL-encoded. @throws ApiError 400, 413; BodyError */
export async function readParts(c: ApiContext): Promise<FormPart[]> {
  try {
    if (!isMultipart(c)) return partsOf(new URLSearchParams(withFewFields(await c.req.text())));
    return await readForm(c.req.raw.body, c.req.header('content-type') ?? '');
  } catch (error) {
    if (error instanceof ApiError || isBodyError(error)) throw error;
    throw new ApiError(HTTP_BAD_REQUEST, 'malformed_form');
  }
}

/** Counts fields first: parsing many names takes quadratic time. @throws ApiError 413 */
function withFewFields(text: string): string {
  const fields = text.split('&', PARTS_LIMIT + 1).length;
  if (fields <= PARTS_LIMIT) return text;
  throw new ApiError(HTTP_CONTENT_TOO_LARGE, TOO_MANY_PARTS_MESSAGE);
}

/** The texts of a form by name. Together they may be as long as a JSON body. @throws ApiError 413 */
export function readTexts(parts: readonly FormPart[]): [name: string, text: string][] {
  const texts = parts.filter(({ isFile }) => !isFile);
  if (texts.reduce((sum, { size }) => sum + size, 0) > BODY_LIMIT_BYTES) {
    throw new ApiError(HTTP_CONTENT_TOO_LARGE, 'form_texts');
  }
  return texts.map((part) => [part.name, textOf(part)]);
}
