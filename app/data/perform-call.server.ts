import { getRequest } from '@tanstack/react-start/server';
import { pathNames, type Call, type CallGroup } from '~/contract/call';
import { CALLS, type CallInput, type CallName, type FormName } from '~/contract/calls';
import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { ID_MESSAGE } from '~/contract/record-id';
import { STRONG_TAG } from '~/contract/versioned';
import { z } from '~/contract/zod';
import { AppError } from '~/lib/app-error';
import { setRouteLabel } from '~/lib/request-context.server';
import { drain } from '~/upstream/drain.server';
import type { Upstream, UpstreamCall } from '~/upstream/upstream.server';
import { streamToBrowser } from './answer';
import { apiKind } from './api-kind.server';
import { readCreatedId } from './created-id.server';
import { listHeaders } from './list-headers.server';
import { matchHeaders, readTarget, tagHeaders } from './record-version';
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

/** The calls that one server function serves: those that read by GET, or all others. */
interface Served {
  reads: boolean;
}

const GROUPS: Readonly<Record<string, CallGroup>> = CALLS;
const queryOnWire = z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]));
/** Of any size: the API knows how large its ids are. */
const recordId = z.string().regex(/^[1-9]\d{0,15}$/, ID_MESSAGE);
const version = z.string().regex(STRONG_TAG).nullable().default(null);

/**
 * Validator of the server functions that serve the declared calls.
 * @throws AppError 404 for an unknown call, or one that an external API does not have; 422 for invalid input
 */
export function checkCalled(served: Served) {
  return ({ call: name, input }: { call: string; input: Input }): CheckedCall => {
    const { group, call } = findServed(name, served);
    const request = toRequest(group, call, input);
    return { group, call, request: call.isList ? { ...request, headers: listHeaders() } : request };
  };
}

/** Validator of the function of a call with a form: its bytes pass through unread, the record's id and version are in headers. */
export function checkForm(name: FormName) {
  return (_form: FormData): CheckedCall => {
    const sent = getRequest();
    const { group, call } = findServed(name, { reads: false });
    const request = toRequest(group, call, readTarget(sent.headers));
    return { group, call, request: { ...request, form: requireForm(sent) } };
  };
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

function findServed(name: string, { reads }: Served) {
  const { group, call } = findCall(name);
  if ((call.method === 'GET') !== reads) throw notFound('Not found');
  setRouteLabel(`server function ${name}`);
  if (group.embedded !== undefined && apiKind().isExternal) throw notFound(group.embedded);
  return { group, call };
}

function notFound(detail: string): AppError {
  return new AppError({ status: HTTP_NOT_FOUND, detail });
}

/** @throws AppError 422 */
function toRequest({ base }: CallGroup, call: Call, input: Input): UpstreamCall {
  const { method, isRead = method === 'GET', isVersioned } = call;
  const isVersionedChange = isVersioned === true && method !== 'GET';
  return {
    method,
    isRead,
    path: base + toPath(call, input),
    ...(call.query && { query: queryOnWire.parse(checkInput(call.query, input.query)) }),
    ...(call.body && { json: checkInput(call.body, input.body) }),
    ...(isVersionedChange && { headers: matchHeaders(checkInput(version, input.version)) }),
  };
}

/** A call's path with the parts that the input names. @throws AppError 422 */
function toPath({ path, params = {} }: Call, input: Input): string {
  const names = pathNames(path);
  const shape = Object.fromEntries(names.map((name) => [name, params[name] ?? recordId]));
  const sent = Object.fromEntries(names.map((name) => [name, String(input[name])]));
  const parts = checkInput(z.object(shape), sent);
  const filled = names.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(parts[name]))),
    path,
  );
  return filled === '/' ? '' : filled;
}

/** Makes a call and passes its answer on to the browser as it comes. */
export async function passOn(
  upstream: Upstream,
  { request }: Pick<CheckedCall, 'request'>,
): Promise<Response> {
  return streamToBrowser(await upstream.call(request));
}

/**
 * Makes a change. The embedded API's answer is passed on. The wire contract promises nothing of one: of a new record its id is read,
 * if there is one.
 */
export async function passOnChange(upstream: Upstream, checked: CheckedCall): Promise<Response> {
  const { group, call, request } = checked;
  if (group.embedded !== undefined) return passOn(upstream, checked);
  const answer = await upstream.call(request);
  const id = call.isCreated ? await readCreatedId(answer) : await drain(Promise.resolve(answer));
  return Response.json({ id }, { headers: tagHeaders(answer) });
}
