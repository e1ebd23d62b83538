import { STATUS_CODES } from 'node:http';
import { apiErrorSchema } from '~/contract/error';
import { z } from '~/contract/zod';

/** Every /admin route is declared with this. */
export const bearerSecurity = [{ bearer: [] }];

/** A JSON answer, for `responses` of a route. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON answer that the handler sends as finished text: see `sendJson`. */
export function jsonText(
  schema: z.ZodType,
  description: string,
): { description: string; content: Record<string, { schema: z.ZodType }> } {
  return json(schema, description);
}

/** A required JSON body, for `request.body` of a route. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The refusals a route can answer; they are thrown as ApiError. */
export function errorResponses(...statuses: readonly number[]) {
  const responses: Record<string, ReturnType<typeof json<typeof apiErrorSchema>>> = {};
  for (const status of statuses) {
    responses[status] = json(apiErrorSchema, STATUS_CODES[status] ?? 'Refused');
  }
  return responses;
}

/** Sends JSON that is text already, as PostgreSQL built it. */
export function sendJson(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

/**
 * A body that comes as JSON or, with files, as a form. Only for the description: the framework's validators know one
 * type a route, so such a route is registered by hand and `readBody` and `parseInput` check what comes.
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

/** A file of a form, for the description. */
export function fileField(description: string) {
  return z.any().optional().meta({ type: 'string', format: 'binary', description });
}
