import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { HTTP_BAD_REQUEST, HTTP_NOT_MODIFIED } from '~/contract/http-status';
import { IS_WORKER } from '~/lib/platform';
import { toWebStream } from '~/lib/web-stream.server';
import { changeHeaders } from '~/lib/with-headers';
import { OutgoingCall } from './outgoing-call';
import type { Transport } from './upstream.server';

/** fetch as Node has it ends a call whose answer or next bytes take more than 300 s. Here nothing does. */
const UNLIMITED = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } };

/** Redirects that keep the method and the body (RFC 9110, 15.4.8 and 15.4.9). */
const KEEPING_STATUSES = new Set([307, 308]);
const HOPS_LIMIT = 5;

let dispatcher: Promise<Dispatcher> | undefined;

/** Sends a call over HTTP, without time-outs (docs/decisions/0003); a redirected change may be sent again (docs/behaviour/errors.md). */
export const fetchExternal: Transport = async (call) => {
  let response = await send(call);
  for (let hops = 0; hops < HOPS_LIMIT; hops += 1) {
    const next = redirected(call, response);
    if (!next) break;
    await response.body?.cancel().catch(() => undefined);
    call = next;
    response = await send(call);
  }
  return response;
};

/** The same call at the address of the response; null off the API's origin, or for a stream, which has been sent. */
function redirected({ url, init }: OutgoingCall, { status, headers }: Response) {
  const location = KEEPING_STATUSES.has(status) && headers.get('location');
  const canRepeat = init.body === null || typeof init.body === 'string';
  if (!location || !canRepeat || !URL.canParse(location, url.href)) return null;
  const target = new URL(location, url);
  return target.origin === url.origin ? new OutgoingCall(target, init) : null;
}

const send: Transport = async (call) => {
  // Cloudflare's own fetch has no such limits. The signal on its own: a Request follows it through weak references only.
  if (IS_WORKER) return decoded(await fetch(call.toRequest(), { signal: call.init.signal }));
  dispatcher ??= createDispatcher();
  const known = await dispatcher;
  return (isForEncoded(call) && (await fetchEncoded(call, known))) || fetchDecoded(call, known);
};

function isForEncoded({ init: { method, headers } }: OutgoingCall): boolean {
  return method === 'GET' && headers.has('accept-encoding');
}

async function fetchDecoded({ url, init }: OutgoingCall, known: Dispatcher): Promise<Response> {
  init.headers.delete('accept-encoding');
  const options = { ...init, dispatcher: known };
  return decoded(await fetch(url, options));
}

/** fetch decodes the body, but leaves the header that says how it was encoded. */
function decoded(response: Response): Response {
  if (!response.headers.has('content-encoding')) return response;
  return changeHeaders(response, (headers) => headers.delete('content-encoding'));
}

/** Keeps to the proxy of HTTPS_PROXY where Node is told to (NODE_USE_ENV_PROXY), as its own fetch does. */
async function createDispatcher(): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const Dispatcher = process.env.NODE_USE_ENV_PROXY === '1' ? EnvHttpProxyAgent : Agent;
  return new Dispatcher(UNLIMITED);
}

/** What Node's fetch sends with each call. */
const HEADERS_OF_FETCH = { 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

const NULL_BODY_STATUSES = new Set([204, 205, HTTP_NOT_MODIFIED]);
/** What a header's value and a status text may consist of. */
const BYTE_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reads at a third of fetch's cost and leaves gzip as it is. Null for redirects and other encodings, which need fetch. */
async function fetchEncoded(
  { url, init }: OutgoingCall,
  known: Dispatcher,
): Promise<Response | null> {
  const { request } = await import('undici');
  const { statusCode, statusText, headers, body } = await request(url, {
    headers: { ...HEADERS_OF_FETCH, ...Object.fromEntries(init.headers) },
    signal: init.signal,
    dispatcher: known,
  });
  const encoding = headers['content-encoding'] ?? 'identity';
  const isGzip = encoding === 'gzip';
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== HTTP_NOT_MODIFIED;
  if (isRedirect || !(isGzip || encoding === 'identity')) {
    void body.dump().catch(() => undefined);
    return null;
  }
  const answer = {
    status: statusCode,
    statusText: BYTE_TEXT.test(statusText) ? statusText : '',
    headers: toHeaders(headers),
  };
  if (NULL_BODY_STATUSES.has(statusCode)) {
    await body.dump();
    return new Response(null, answer);
  }
  const isRead = isGzip && statusCode >= HTTP_BAD_REQUEST;
  if (isRead) answer.headers.delete('content-encoding');
  return new Response(toWebStream(isRead ? gunzip(body) : body), answer);
}

function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received)) {
    for (const value of [values].flat()) if (BYTE_TEXT.test(value)) headers.append(name, value);
  }
  return headers;
}

/** As leniently as fetch: of a text that is cut off there is what has arrived. */
function gunzip(body: Readable): Readable {
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  return pipeline(body, createGunzip(lenient), () => undefined);
}
