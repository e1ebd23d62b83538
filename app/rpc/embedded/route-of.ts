import { STATUS_CODES } from 'node:http';
import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { pathId, type Call, type CallGroup, type PathNames, type PathOf } from '~/rpc/declare';
import { apiErrorSchema } from '~/rpc/errors/error';
import { namesIn } from '~/language/template-pattern';
import { z } from '~/fields/zod';
import type { ApiRouter } from './router';

const versionHeader = z.object({
  etag: z.string().meta({ description: 'For If-Match of a change' }),
});
const ifMatchHeader = z.object({
  'if-match': z.string().optional().meta({ description: 'The ETag of the record as it was read' }),
});
const ifNoneMatchHeader = z.object({
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: 'The ETag of this list as it was read with the same query' }),
});

type Json<Schema> = { description: string; content: { 'application/json': { schema: Schema } } };
type Status<C> = C extends { isCreated: true } ? 201 : 200;

type Params<C extends Call> = {
  [Name in PathNames<PathOf<C>>]: C extends { params: Readonly<Record<Name, infer Schema>> }
    ? Schema
    : typeof pathId;
};
type Body<C> = C extends { body: infer Schema }
  ? { body: { required: true; content: { 'application/json': { schema: Schema } } } }
  : unknown;
type Query<C> = C extends { query: infer Schema } ? { query: Schema } : unknown;
type Headers<C> = C extends { isList: true }
  ? { headers: typeof ifNoneMatchHeader }
  : C extends { isVersioned: true }
    ? { headers: typeof ifMatchHeader }
    : unknown;

/** Answers sent as finished text or as a file. Types cannot check them; tests do. */
export type SentAsText = { isList: true } | { isFormOnly: true } | { fileType: string };
type Responses<C extends Call> = C extends SentAsText
  ? Record<string, { description: string; content: Record<string, { schema: z.ZodType }> }>
  : C extends { answer: infer Schema }
    ? { [S in Status<C>]: Json<Schema> }
    : { 204: { description: string } };

type RouteOf<C extends Call> = {
  method: Lowercase<C['method']>;
  path: PathOf<C>;
  request: { params: z.ZodObject<Params<C>> } & Body<C> & Query<C> & Headers<C>;
  responses: Responses<C>;
};

/** Builds the route of a group's call, relative to its base, from the call's declaration. */
export function routeOf<const Group extends CallGroup, Name extends keyof Group['calls'] & string>(
  group: Group,
  name: Name,
): ReturnType<typeof createRoute<string, RouteOf<Group['calls'][Name]>>>;
export function routeOf(group: CallGroup, name: string): object {
  const call = group.calls[name];
  if (!call) throw new Error(`There is no call ${name}`);
  return createRoute({ ...configOf(group, call), ...(call.form && { hide: true }) });
}

function configOf(group: CallGroup, call: Call): RouteConfig {
  const { method, path = '/', summary, description, query, body } = call;
  return {
    method: ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method],
    path,
    tags: [group.tag],
    ...(call.access !== 'anyone' && { security: [{ bearer: [] }] }),
    summary,
    ...(description !== undefined && { description }),
    request: {
      ...paramsOf(call),
      ...(query && { query }),
      ...(body && { body: { required: true, ...json(body) } }),
      ...(call.isList && { headers: ifNoneMatchHeader }),
      ...(isVersionedChange(call) && { headers: ifMatchHeader }),
    },
    responses: {
      ...(call.isList && { 304: { description: 'The list is as it was' } }),
      ...errorResponses(...errorStatuses(call)),
      ...successOf(call),
    },
  };
}

/**
 * Describes calls with forms in the OpenAPI document. Their routes are hidden there, since validators know
 * one body type per route.
 */
export function describeForms(router: ApiRouter, group: CallGroup): void {
  for (const call of Object.values(group.calls)) {
    const { form, isFormOnly, files = {} } = call;
    if (!form) continue;
    const route = configOf(group, call);
    const fields = Object.entries(files).map(([field, description]) => [
      field,
      z.any().optional().meta({ type: 'string', format: 'binary', description }),
    ]);
    const schema = form.extend(Object.fromEntries(fields));
    const content = { ...(!isFormOnly && json(form).content), 'multipart/form-data': { schema } };
    const request = { ...route.request, body: { required: true, content } };
    router.openAPIRegistry.registerPath({ ...route, request });
  }
}

function paramsOf({ path = '', params = {} }: Call): { params?: z.ZodObject } {
  const names = namesIn(path);
  if (names.length === 0) return {};
  return {
    params: z.object(Object.fromEntries(names.map((name) => [name, params[name] ?? pathId]))),
  };
}

function isVersionedChange({ isVersioned, method }: Call): boolean {
  return isVersioned === true && method !== 'GET';
}

/** Error statuses that depend on the caller's token. */
const TOKEN_ERRORS = { anyone: [], session: [401], administrator: [401, 403] };

/** The error statuses that follow from a call's parts, and those that it declares. */
function errorStatuses(call: Call): number[] {
  const hasBody = Boolean(call.body ?? call.form);
  return [
    ...TOKEN_ERRORS[call.access ?? 'administrator'],
    ...(hasBody ? [400, 413, 415, 422] : []),
    ...(call.query ? [422] : []),
    ...(namesIn(call.path ?? '').length > 0 ? [404] : []),
    ...(isVersionedChange(call) ? [412] : []),
    ...(call.errors ?? []),
  ];
}

function successOf({ answer, fileType, isCreated, isVersioned }: Call) {
  if (!answer) return { 204: { description: 'Done' } };
  if (fileType !== undefined) {
    return { 200: { description: 'The file', content: { [fileType]: { schema: answer } } } };
  }
  const headers = isVersioned && { headers: versionHeader };
  return { [isCreated ? 201 : 200]: { description: 'OK', ...json(answer), ...headers } };
}

function json(schema: z.ZodType) {
  return { content: { 'application/json': { schema } } };
}

/** The error responses of a route. Handlers throw them as ApiError. */
export function errorResponses(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: STATUS_CODES[status] ?? 'Error', ...json(apiErrorSchema) },
    ]),
  );
}
