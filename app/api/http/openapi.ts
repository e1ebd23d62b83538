import { STATUS_CODES } from 'node:http';
import { FastResponse } from 'srvx';
import { apiErrorSchema } from '~/contract/error';
import { z } from '~/contract/zod';

/** Declared by every /admin route. */
export const bearerSecurity = [{ bearer: [] }];

/** A JSON response, for `responses` of a route. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A required JSON body, for `request.body` of a route. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The headers of a response with a record that has versions. */
export const etagHeader = z.object({
  etag: z.string().meta({ description: 'For If-Match of a change' }),
});

/** The headers of a change of such a record, for `request.headers`. */
export const ifMatchHeader = z.object({
  'if-match': z.string().optional().meta({ description: 'The ETag of the record as it was read' }),
});

/** The headers of a list, for `request.headers`. */
export const ifNoneMatchHeader = z.object({
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: 'The ETag of this list as it was read with the same query' }),
});

/** The response to a caller that has the list already. */
export const NOT_MODIFIED = { 304: { description: 'The list is as it was' } };

/** The error responses of a route; they are thrown as ApiError. */
export function errorResponses(...statuses: readonly number[]) {
  const responses: Record<string, ReturnType<typeof json<typeof apiErrorSchema>>> = {};
  for (const status of statuses) {
    responses[status] = json(apiErrorSchema, STATUS_CODES[status] ?? 'Error');
  }
  return responses;
}

/**
 * Sends JSON that is already text, as PostgreSQL built it. On Node it goes to the socket as it is, where the standard's own
 * Response makes a stream of its bytes first: a sixth of a list call's CPU time.
 */
export function sendJson(text: string): Response {
  return new FastResponse(text, { headers: { 'content-type': 'application/json' } });
}

/**
 * A body that is JSON or, with files, a form. Only for the description: the framework's validators support one type per
 * route, so such a route is registered by hand and uses `readBody` and `parseInput`.
 */
export function jsonOrFormBody(jsonSchema: z.ZodType, formSchema: z.ZodType) {
  return {
    required: true,
    content: {
      'application/json': { schema: jsonSchema },
      'multipart/form-data': { schema: formSchema },
    },
  };
}

/** A body that is a form and nothing else, likewise for the description alone. */
export function formBody(schema: z.ZodType) {
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** A file of a form, for the description. */
export function fileField(description: string) {
  return z.any().optional().meta({ type: 'string', format: 'binary', description });
}
