import { STATUS_CODES } from 'node:http';
import { apiErrorSchema } from '~/contract/error';
import type { z } from '~/contract/zod';

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
export function refusals(...statuses: readonly number[]) {
  const entries = statuses.map((status) => [
    String(status),
    json(apiErrorSchema, STATUS_CODES[status] ?? 'Refused'),
  ]);
  const responses: Record<
    string,
    ReturnType<typeof json<typeof apiErrorSchema>>
  > = Object.fromEntries(entries);
  return responses;
}

/** Sends JSON that is text already, as PostgreSQL built it. */
export function sendJson(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

/**
 * A body that comes as JSON or, with files, as a form. It is named by a registered schema rather than by the schema
 * itself, because the framework's own validators know only one type a route: `readBody` and `parseInput` check it.
 */
export function jsonOrFormBody(schemaName: string, files: Readonly<Record<string, string>>) {
  const $ref = `#/components/schemas/${schemaName}`;
  const properties = Object.fromEntries(
    Object.entries(files).map(([name, description]) => [
      name,
      { type: 'string' as const, format: 'binary', description },
    ]),
  );
  return {
    required: true,
    content: {
      'application/json': { schema: { $ref } },
      'multipart/form-data': {
        schema: { allOf: [{ $ref }, { type: 'object' as const, properties }] },
      },
    },
  };
}
