import { getRequest } from '@tanstack/react-start/server';
import { pathNames, type Call, type CallGroup } from '~/contract/call';
import { CALLS, type CallInput, type CallName } from '~/contract/calls';
import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { ID_MESSAGE } from '~/contract/record-id';
import { STRONG_TAG } from '~/contract/versioned';
import { z } from '~/contract/zod';
import { AppError } from '~/lib/app-error';
import { isRandomKey } from '~/lib/random-key';
import { setRouteLabel } from '~/lib/request-context.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream, UpstreamCall } from '~/upstream/upstream.server';
import { streamToBrowser } from './answer';
import { apiKind } from './api-kind.server';
import { readCallHeader } from './call-header';
import { readCreatedId } from './created-id.server';
import { listHeaders } from './list-headers.server';
import { matchHeaders, tagHeaders } from './record-version';
import { requireForm } from './streamed-form.server';
import { checkInput } from './validated';

/** Parts of the path by their names, `query`, `body` and `version`. */
type Input = Readonly<Record<string, unknown>>;

/** A declared call with its validated input. */
interface CheckedCall {
  group: CallGroup;
  call: Call;
  request: UpstreamCall;
}

/** What one server function serves: the calls that read by GET, those with a form, or all others. */
type Served = 'read' | 'form' | 'change';

const GROUPS: Readonly<Record<string, CallGroup>> = CALLS;
const queryOnWire = z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]));
/** Of any size: the API knows how large its ids are. */
const recordId = z.string().regex(/^[1-9]\d{0,15}$/, ID_MESSAGE);
const version = z.string().regex(STRONG_TAG).nullable().default(null);
/** Of the panel's own making: a key can be part of a path, and the paths of calls label metrics, so words would make as many labels. */
const key = z.string().refine(isRandomKey, 'The key is not valid');

/**
 * Validator of the server functions that serve the declared calls.
 * @throws AppError 404 for an unknown call, or one that an external API does not have; 422 for invalid input
 */
export function checkCalled(served: Served) {
  return ({ call: name, input }: { call: string; input: Input }): CheckedCall => {
    const { group, call } = findServed(name, served);
    const request = toRequest(group, call, input);
    const isLong = call.isList ?? call.isRead;
    return { group, call, request: isLong ? withHeaders(request, listHeaders()) : request };
  };
}

/** The same for the function of calls with a form: its bytes pass through unread, name and input are in a header. */
export function checkForm(_form: FormData): CheckedCall {
  const sent = getRequest();
  const checked = checkCalled('form')(readCallHeader(sent.headers));
  return { ...checked, request: { ...checked.request, form: requireForm(sent) } };
}

function withHeaders(request: UpstreamCall, headers: UpstreamCall['headers']): UpstreamCall {
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** Makes a declared call for the server itself, which reads the answer. */
export function callApi<Name extends CallName>(
  upstream: Upstream,
  name: Name,
  input: CallInput<Name>,
): Promise<Response>;
export function callApi(upstream: Upstream, name: string, input: Input): Promise<Response> {
  const { group, call } = findCall(name);
  return upstream.call(toRequest(group, call, input));
}

function findCall(name: string): { group: CallGroup; call: Call } {
  const [resource = '', called = ''] = name.split('.');
  const group = Object.hasOwn(GROUPS, resource) ? GROUPS[resource] : undefined;
  const call = group && Object.hasOwn(group.calls, called) ? group.calls[called] : undefined;
  if (!group || !call) throw notFound('Not found');
  return { group, call };
}

function findServed(name: string, served: Served) {
  const { group, call } = findCall(name);
  if (servedAs(call) !== served) throw notFound('Not found');
  setRouteLabel(`server function ${name}`);
  if (group.embedded !== undefined && apiKind().isExternal) throw notFound(group.embedded);
  return { group, call };
}

function servedAs({ method, form }: Call): Served {
  if (method === 'GET') return 'read';
  return form ? 'form' : 'change';
}

function notFound(detail: string): AppError {
  return new AppError({ status: HTTP_NOT_FOUND, detail });
}

/** @throws AppError 422 */
function toRequest({ base }: CallGroup, call: Call, input: Input): UpstreamCall {
  const { method, isRead = method === 'GET', isVersioned, isKeyed } = call;
  const isVersionedChange = isVersioned === true && method !== 'GET';
  const headers = {
    ...(isVersionedChange && matchHeaders(checkInput(version, input.version))),
    ...(isKeyed && { 'idempotency-key': checkInput(key, input.key) }),
  };
  return {
    method,
    isRead,
    path: base + toPath(call, input),
    ...(call.query && { query: queryOnWire.parse(checkInput(call.query, input.query)) }),
    ...(call.body && { json: checkInput(call.body, input.body) }),
    headers,
  };
}

/** A call's path with the parts that the input names. @throws AppError 422 */
function toPath({ path, params = {} }: Call, input: Input): string {
  const names = pathNames(path);
  const shape = Object.fromEntries(names.map((name) => [name, ofPanel(name, params[name])]));
  const sent = Object.fromEntries(names.map((name) => [name, String(input[name])]));
  const parts = checkInput(z.object(shape), sent);
  const filled = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(parts[name]))),
    path,
  );
  return filled === '/' ? '' : filled;
}

function ofPanel(name: string, schema: z.ZodType = recordId): z.ZodType {
  return name === 'key' ? key : schema;
}

/** Makes a call and passes its answer on to the browser as it comes. */
export async function passOn(
  upstream: Upstream,
  { call, request }: Pick<CheckedCall, 'call' | 'request'>,
): Promise<Response> {
  return streamToBrowser(await upstream.call(request), call.fileType);
}

/**
 * Makes a change. Its answer is passed on where the API promises one. Of most changes the wire contract promises none: of a new record
 * its id is read, if there is one.
 */
export async function passOnChange(upstream: Upstream, checked: CheckedCall): Promise<Response> {
  const { group, call, request } = checked;
  const isPromised = call.isRead ?? call.isAnswered ?? group.embedded !== undefined;
  if (isPromised) return passOn(upstream, checked);
  const answer = await upstream.call(request);
  const id = call.isCreated ? await readCreatedId(answer) : await drain(Promise.resolve(answer));
  return Response.json({ id }, { headers: tagHeaders(answer) });
}
