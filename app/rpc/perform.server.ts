import {
  getRequest,
  getRequestHeader,
  getRequestHeaders,
  getRequestIP,
} from '@tanstack/react-start/server';
import { isForScripts } from '~/accounts/api-tokens';
import type { FieldError } from '~/rpc/errors/error';
import { ID_MESSAGE } from '~/fields/field';
import {
  HTTP_BAD_GATEWAY,
  HTTP_NO_CONTENT,
  HTTP_NOT_FOUND,
  HTTP_NOT_MODIFIED,
  HTTP_OK,
  HTTP_UNAUTHORIZED,
  HTTP_UNPROCESSABLE_CONTENT,
} from '~/rpc/errors/http-status';
import { fieldsOf, readId, readText } from '~/fields/reading';
import { fillNames, namesIn } from '~/language/template-pattern';
import { recordTag } from './versioned';
import { z } from '~/fields/zod';
import { acceptsGzip } from '~/platform/http/with-headers';
import { apiKind } from './api-kind';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import { clientAddress } from '~/platform/http/proxy.server';
import { formStreamOf } from '~/platform/http/form-stream.server';
import { IS_OWN_SERVER } from '~/platform/platform';
import { isRandomKey } from '~/fields/random-key';
import { setRouteLabel } from '~/platform/request-context.server';
import { DECLARED_CALLS, type CallInput, type CallName, type DeclaredCall } from './calls';
import type { Call, CallGroup } from './declare';
import { getTransport } from './transport.server';
import {
  createUpstream,
  drain,
  readJson,
  type Upstream,
  type UpstreamCall,
} from './upstream.server';
import { matchHeaders, readCallHeader, tagHeaders, UNCOMPRESSED } from './wire';
import { ruleOf } from '~/language/sentence-reading';
import { coded, type PlainCode } from '~/language/sentence';

/** Parts of the path by their names, and `query`, `body` and `version`. */
type Input = Readonly<Record<string, unknown>>;

/**
 * Data that the validator of a server function passes to its handler: a declared call, the request made
 * from its input, and the API client with the caller's token.
 */
interface CheckedCall {
  group: CallGroup;
  call: Call;
  request: UpstreamCall;
  upstream: Upstream;
}

/** Groups of calls by the server function that serves them: reads by GET, calls with a form, all others. */
type Served = 'read' | 'form' | 'change';

const queryOnWire = z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]));
/** An id of any size, as only the API knows its limit. */
const anyRecordId = z.string().regex(/^[1-9]\d{0,15}$/, ID_MESSAGE);
const version = z
  .string()
  .refine((tag) => recordTag(tag) !== null)
  .nullable()
  .default(null);
/** An Idempotency-Key made by the panel. */
const key = z.string().refine(isRandomKey, 'The key is not valid');

/** A path segment that survives URL parsing: not empty, '.' or '..'. */
const segment = z.string().regex(/^(?!\.{1,2}$)./s, ID_MESSAGE);
const calledSchema = z.object({
  call: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Makes the validator of the server function that serves these calls.
 * @throws AppError 401 without a token, 404 unknown call, 422 invalid input
 */
export function checkCalled(served: Served) {
  return (sent: z.input<typeof calledSchema>): CheckedCall => checkSent(served, sent);
}

function checkSent(served: Served, sent: unknown): CheckedCall {
  const { call: name, input } = checkInput(calledSchema, toPlain(sent));
  const { upstream, ...declared } = findServed(name, served);
  const { group, call } = declared;
  const plain = toRequest(declared, input);
  const isLong = call.isList ?? call.isRead;
  const request = isLong ? { ...plain, headers: { ...plain.headers, ...listHeaders() } } : plain;
  return { group, call, request, upstream };
}

/**
 * Headers of a list call: the ETag of the browser's list, and gzip if the browser accepts it, since the
 * answer is passed on as it arrives. Function platforms compress answers themselves.
 */
function listHeaders(): Readonly<Record<string, string>> {
  const headers = getRequestHeaders();
  const tag = headers.get('if-none-match');
  return {
    ...(tag !== null && { 'if-none-match': tag }),
    ...(IS_OWN_SERVER && acceptsGzip(headers) && { 'accept-encoding': 'gzip' }),
  };
}

/** Validator of calls with a form. The form's bytes stay unread, since name and input are in a header. */
export function checkForm(_form: FormData): CheckedCall {
  const sent = getRequest();
  const checked = checkSent('form', readCallHeader(sent.headers));
  return { ...checked, request: { ...checked.request, form: formStreamOf(sent) } };
}

/** Makes a declared call for the server itself, which reads the answer. */
export function callApi<Name extends CallName>(
  upstream: Upstream,
  name: Name,
  input: CallInput<Name>,
): Promise<Response>;
export function callApi(upstream: Upstream, name: string, input: Input): Promise<Response> {
  const declared = DECLARED_CALLS.get(name);
  if (!declared) throw notFound('not_found');
  return upstream.call(toRequest(declared, input));
}

/**
 * Looks up a call that this function serves. Public calls are sent without the token.
 * @throws AppError 401, 404
 */
function findServed(name: string, served: Served) {
  const declared = DECLARED_CALLS.get(name);
  const upstream = openUpstream(declared?.call.access === 'anyone' ? null : requireToken());
  if (!declared || servedAs(declared.call) !== served) throw notFound('not_found');
  setRouteLabel(`server function ${name}`);
  const { embedded } = declared.group;
  const isLacking = embedded !== undefined && !apiKind().isEmbedded;
  if (isLacking && !declared.call.isOptional) throw notFound(embedded);
  return { ...declared, upstream };
}

function servedAs({ method, form }: Call): Served {
  if (method === 'GET') return 'read';
  return form ? 'form' : 'change';
}

function notFound(code: PlainCode): AppError {
  return new AppError({ status: HTTP_NOT_FOUND, ...coded(code) });
}

/** Builds the request of a call. @throws AppError 422 */
function toRequest({ call, path }: DeclaredCall, input: Input): UpstreamCall {
  const { method, isRead = method === 'GET', isVersioned, isKeyed } = call;
  const isVersionedChange = isVersioned === true && method !== 'GET';
  const headers = {
    ...(isVersioned && UNCOMPRESSED),
    ...(isVersionedChange && matchHeaders(checkInput(version, input.version))),
    ...(isKeyed && { 'idempotency-key': checkInput(key, input.key) }),
  };
  return {
    method,
    isRead,
    path: toPath(path, call.params, input),
    ...(call.query && { query: toQuery(call.query, input.query) }),
    ...(call.body && { json: checkInput(call.body, input.body) }),
    headers,
  };
}

/**
 * Keeps the declared parameters of a query, in their order. The API validates their values.
 * @throws AppError 422 if the input is no query
 */
function toQuery({ shape }: z.ZodObject, sent: unknown): NonNullable<UpstreamCall['query']> {
  const query = checkInput(queryOnWire, sent);
  return Object.fromEntries(Object.keys(shape).map((name) => [name, query[name]]));
}

/** Fills a call's path with the parts of the input. @throws AppError 422 for a missing or invalid part */
function toPath(path: string, params: Call['params'] = {}, input: Input): string {
  const names = namesIn(path);
  const shape = Object.fromEntries(names.map((name) => [name, partOf(name, params[name])]));
  const sent = Object.fromEntries(names.map((name) => [name, readText(input[name]) ?? '']));
  const parts = checkInput(z.object(shape), sent);
  return fillNames(path, (name) => encodeURIComponent(String(parts[name])));
}

function partOf(name: string, schema: z.ZodType = anyRecordId) {
  const partSchema = name === 'key' ? key : schema;
  return partSchema.transform(String).pipe(segment);
}

/** Successful statuses without a body. */
const BODILESS_STATUSES = new Set([HTTP_NO_CONTENT, HTTP_NOT_MODIFIED]);

/** Streams an answer to the browser unchanged, with its encoding and ETag. Keeps status 204 or 304. */
export function streamToBrowser(response: Response, mediaType = 'application/json'): Response {
  const isPassedOn = BODILESS_STATUSES.has(response.status);
  return new Response(response.body, {
    status: isPassedOn ? response.status : HTTP_OK,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      ...encodingHeaders(response),
      ...tagHeaders(response),
    },
  });
}

/** The answer is encoded only if `listHeaders` allowed it. */
function encodingHeaders({ headers }: Response): Record<string, string> {
  const encoding = headers.get('content-encoding');
  return encoding === null ? {} : { 'content-encoding': encoding, vary: 'accept-encoding' };
}

export async function passOn({ call, request, upstream }: CheckedCall): Promise<Response> {
  return streamToBrowser(await upstream.call(request), call.fileType);
}

/**
 * Makes a change. If the wire contract does not promise an answer, only the id of a new record is read, or
 * the token and user of a sign-in.
 */
export async function passOnChange(checked: CheckedCall): Promise<Response> {
  const { group, call, request, upstream } = checked;
  const isEmbeddedOnly = group.embedded !== undefined;
  if (call.isOptional && !apiKind().isEmbedded)
    return new Response(null, { status: HTTP_NO_CONTENT });
  if (call.access === 'anyone' && !isEmbeddedOnly)
    return Response.json(await readSignIn(upstream.call(request)));
  const isPromised = call.isRead ?? call.isAnswered ?? isEmbeddedOnly;
  if (isPromised) return passOn(checked);
  const answer = await upstream.call(request);
  const id = call.isCreated ? await readCreatedId(answer) : await drain(Promise.resolve(answer));
  return Response.json({ id }, { headers: tagHeaders(answer) });
}

/** The id of a new record. Null if the answer is unreadable, although the record was created. */
async function readCreatedId(response: Response): Promise<number | null> {
  const answer = await readJson(response).catch(() => null);
  return readId(fieldsOf(fieldsOf(answer).data ?? answer).id);
}

/** Validates an input by a contract schema. @throws AppError 422 that names the fields, as the API does */
function checkInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue): FieldError => {
    const field = { field: issue.path.join('.'), message: issue.message };
    return Object.assign(field, ruleOf(issue));
  });
  const detail = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, detail: detail.join('; '), fields });
}

export function validated<T extends z.ZodType>(schema: T) {
  return (input: z.input<T>): z.output<T> => checkInput(schema, toPlain(input));
}

/**
 * Turns the input of a server function into plain JSON. The framework's format can also hold a cycle, a big
 * integer or a promise, on which later code would fail, and a server function, which JSON would call as
 * `toJSON`. Such input becomes undefined, which every schema rejects.
 */
export function toPlain(sent: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(structuredClone(sent)));
  } catch {
    return undefined;
  }
}

/**
 * Reads token and user of POST /auth/login.
 * @throws AppError with the API's text, otherwise "Invalid credentials"
 */
export async function readSignIn(answer: Promise<Response>) {
  const response = await answer.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.detail || error.serverMessage) throw error;
    // A network error or a timeout says nothing about the credentials.
    if (error.statusText === NETWORK_ERROR_MESSAGE) throw error;
    throw new AppError({ status: error.status, ...coded('invalid_credentials') });
  });
  const { access_token, user } = fieldsOf(await readJson(response));
  const token = readText(access_token);
  if (!token) throw new AppError({ status: HTTP_BAD_GATEWAY, ...coded('invalid_credentials') });
  return { token, user: fieldsOf(user) };
}

/** The API client for the request of a server function, with the network address of its browser. */
export function openUpstream(token: string | null): Upstream {
  const { headers, signal: browser } = getRequest();
  const address = clientAddress(headers, getRequestIP());
  const toApi = getTransport(address, headers.get('user-agent'));
  return createUpstream({ ...toApi, token, browser });
}

/** The token of the request. A token for scripts is no session. @throws AppError 401 */
export function requireToken(): string {
  const token = /^Bearer (\S+)$/.exec(getRequestHeader('authorization') ?? '')?.[1];
  if (!token || isForScripts(token)) {
    throw new AppError({ status: HTTP_UNAUTHORIZED, ...coded('not_authenticated') });
  }
  return token;
}
