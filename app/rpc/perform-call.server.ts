import { getRequest, getRequestHeaders } from '@tanstack/react-start/server';
import type { Call, CallGroup } from './declare';
import { DECLARED_CALLS, type CallInput, type CallName, type DeclaredCall } from './calls';
import { ID_MESSAGE } from '~/contract/field';
import { HTTP_NO_CONTENT, HTTP_NOT_FOUND } from '~/contract/http-status';
import { fieldsOf, readId, readText } from '~/contract/reading';
import { namesIn } from '~/contract/template-pattern';
import { STRONG_TAG } from '~/contract/versioned';
import { z } from '~/contract/zod';
import { acceptsGzip } from '~/lib/accepts-gzip';
import { apiKind } from '~/lib/api-kind';
import { AppError } from '~/lib/app-error';
import { formStreamOf } from '~/lib/form-stream.server';
import { IS_OWN_SERVER } from '~/lib/platform';
import { isRandomKey } from '~/lib/random-key';
import { setRouteLabel } from '~/lib/request-context.server';
import { drain, readJson } from './read-answer.server';
import type { Upstream, UpstreamCall } from './upstream.server';
import { streamToBrowser } from './answer';
import { readCallHeader } from './call-header';
import { openUpstream, requireToken } from './open-upstream.server';
import { matchHeaders, tagHeaders } from './record-version';
import { readSignIn } from './read-sign-in.server';
import { checkInput, toPlain } from './validated';

/** Parts of the path by their names, `query`, `body` and `version`. */
type Input = Readonly<Record<string, unknown>>;

/** A declared call with its validated input, and the API client with the token that it is made with. */
interface CheckedCall {
  group: CallGroup;
  call: Call;
  request: UpstreamCall;
  upstream: Upstream;
}

/** The calls that one server function serves: those that read by GET, those with a form, or all others. */
type Served = 'read' | 'form' | 'change';

const queryOnWire = z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]));
/** An id of any size: the API knows how large its ids are. */
const recordId = z.string().regex(/^[1-9]\d{0,15}$/, ID_MESSAGE);
const version = z.string().regex(STRONG_TAG).nullable().default(null);
/** A key of the panel's own making. */
const key = z.string().refine(isRandomKey, 'The key is not valid');

/** A part of a path that URLs keep: they resolve dots, and drop what is empty. */
const segment = z.string().regex(/^(?!\.{1,2}$)./s, ID_MESSAGE);
const calledSchema = z.object({
  call: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
});

/** Validator of the server functions. @throws AppError 401 without a token, 404 for a call that is not there, 422 for invalid input */
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

/** The tag of the browser's list, and gzip, which is passed on as it comes; function platforms compress themselves. */
function listHeaders(): Readonly<Record<string, string>> {
  const headers = getRequestHeaders();
  const tag = headers.get('if-none-match');
  return {
    ...(tag !== null && { 'if-none-match': tag }),
    ...(IS_OWN_SERVER && acceptsGzip(headers) && { 'accept-encoding': 'gzip' }),
  };
}

/** The same for the function of calls with a form: its bytes pass through unread, name and input are in a header. */
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
  const found = DECLARED_CALLS.get(name);
  if (!found) throw notFound('Not found');
  return upstream.call(toRequest(found, input));
}

/** A call that anyone may make goes without the token of a session: it says nothing about it. */
function findServed(name: string, served: Served) {
  const found = DECLARED_CALLS.get(name);
  const upstream = openUpstream(found?.call.access === 'anyone' ? null : requireToken());
  if (!found || servedAs(found.call) !== served) throw notFound('Not found');
  setRouteLabel(`server function ${name}`);
  const { embedded } = found.group;
  const isLacking = embedded !== undefined && !apiKind().isEmbedded;
  if (isLacking && !found.call.isOptional) throw notFound(embedded);
  return { ...found, upstream };
}

function servedAs({ method, form }: Call): Served {
  if (method === 'GET') return 'read';
  return form ? 'form' : 'change';
}

function notFound(detail: string): AppError {
  return new AppError({ status: HTTP_NOT_FOUND, detail });
}

/** @throws AppError 422 */
function toRequest({ call, path }: DeclaredCall, input: Input): UpstreamCall {
  const { method, isRead = method === 'GET', isVersioned, isKeyed } = call;
  const isVersionedChange = isVersioned === true && method !== 'GET';
  const headers = {
    ...(isVersionedChange && matchHeaders(checkInput(version, input.version))),
    ...(isKeyed && { 'idempotency-key': checkInput(key, input.key) }),
  };
  return {
    method,
    isRead,
    path: toPath(path, call.params, input),
    ...(call.query && { query: queryOnWire.parse(checkInput(call.query, input.query)) }),
    ...(call.body && { json: checkInput(call.body, input.body) }),
    headers,
  };
}

/** A call's path with the parts that the input names: as many as the template has. @throws AppError 422 */
function toPath(path: string, params: Call['params'] = {}, input: Input): string {
  const names = namesIn(path);
  const shape = Object.fromEntries(names.map((name) => [name, partOf(name, params[name])]));
  const sent = Object.fromEntries(names.map((name) => [name, readText(input[name]) ?? '']));
  const parts = checkInput(z.object(shape), sent);
  return names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(parts[name]))),
    path,
  );
}

function partOf(name: string, schema: z.ZodType = recordId) {
  const ofPanel = name === 'key' ? key : schema;
  return ofPanel.transform(String).pipe(segment);
}

export async function passOn({ call, request, upstream }: CheckedCall): Promise<Response> {
  return streamToBrowser(await upstream.call(request), call.fileType);
}

/** Makes a change. Where the wire contract promises no answer, the id of a new record is read, and of a sign-in token and user. */
export async function passOnChange(checked: CheckedCall): Promise<Response> {
  const { group, call, request, upstream } = checked;
  const isOwn = group.embedded !== undefined;
  if (call.isOptional && !apiKind().isEmbedded)
    return new Response(null, { status: HTTP_NO_CONTENT });
  if (call.access === 'anyone' && !isOwn)
    return Response.json(await readSignIn(upstream.call(request)));
  const isPromised = call.isRead ?? call.isAnswered ?? isOwn;
  if (isPromised) return passOn(checked);
  const answer = await upstream.call(request);
  const id = call.isCreated ? await readCreatedId(answer) : await drain(Promise.resolve(answer));
  return Response.json({ id }, { headers: tagHeaders(answer) });
}

/** The id of a new record; null where the answer says none: whatever is wrong with it, the record is there. */
export async function readCreatedId(response: Response): Promise<number | null> {
  const answer = await readJson(response).catch(() => null);
  return readId(fieldsOf(fieldsOf(answer).data ?? answer).id);
}
