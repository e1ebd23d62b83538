import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { HTTP_BAD_REQUEST, HTTP_NOT_MODIFIED } from '~/rpc/errors/http-status';
import { namesIn } from '~/language/template-pattern';
import { isBodyError } from '~/rpc/errors/body-error';
import { errorCode } from '~/platform/file-errors.server';
import type { Log } from '~/platform/log';
import { logger, TEXT_LIMIT_CHARS } from '~/platform/logger.server';
import { upstreamSeconds } from '~/platform/metrics.server';
import { IS_WORKER } from '~/platform/platform';
import { currentRequestId } from '~/platform/request-context.server';
import { getSettings } from '~/platform/settings.server';
import { sendTrace } from '~/platform/trace.server';
import { changeHeaders } from '~/platform/http/with-headers';
import { DECLARED_CALLS } from './calls';
import { OutgoingCall, type Transport } from './upstream.server';
import { toWebStream } from '~/platform/streams';

/**
 * Node's fetch aborts a call after 10 s without a connection, and after 300 s without headers or further
 * bytes. These options disable both.
 */
const UNLIMITED = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } };

/** Redirects that keep the method and the body (RFC 9110, 15.4.8 and 15.4.9). */
const KEEPING_STATUSES = new Set([307, 308]);
const HOPS_LIMIT = 5;

let dispatcher: Promise<Dispatcher> | undefined;

/**
 * Sends a call over HTTP, without time-outs (docs/decisions/0003). A redirected change may be sent again
 * (docs/behaviour/errors.md).
 */
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

/**
 * Returns the call to the address to which the response redirects. Null for another origin than the API's,
 * and for a stream, which cannot be sent twice.
 */
function redirected({ url, init }: OutgoingCall, { status, headers }: Response) {
  const location = KEEPING_STATUSES.has(status) && headers.get('location');
  const canRepeat = init.body === null || typeof init.body === 'string';
  if (!location || !canRepeat || !URL.canParse(location, url.href)) return null;
  const target = new URL(location, url);
  return target.origin === url.origin ? new OutgoingCall(target, init) : null;
}

const send: Transport = async (call) => {
  // Cloudflare's fetch has no such limits. The signal is passed too, since a Request holds it only by weak
  // references.
  if (IS_WORKER) return decoded(await fetch(call.toRequest(), { signal: call.init.signal }));
  dispatcher ??= createDispatcher();
  const agent = await dispatcher;
  return (isForEncoded(call) && (await fetchEncoded(call, agent))) || fetchDecoded(call, agent);
};

function isForEncoded({ init: { method, headers } }: OutgoingCall): boolean {
  return method === 'GET' && headers.get('accept-encoding') === 'gzip';
}

async function fetchDecoded(call: OutgoingCall, agent: Dispatcher): Promise<Response> {
  const { url, init } = call;
  // fetch requests only encodings that it decodes itself.
  if (isForEncoded(call)) init.headers.delete('accept-encoding');
  const options = { ...init, dispatcher: agent };
  return decoded(await fetch(url, options));
}

/** Removes the header with the encoding: fetch has decoded the body but left the header. */
function decoded(response: Response): Response {
  if (!response.headers.has('content-encoding')) return response;
  return changeHeaders(response, (headers) => headers.delete('content-encoding'));
}

/** Uses the proxy of HTTPS_PROXY if Node is configured to (NODE_USE_ENV_PROXY), as Node's own fetch does. */
async function createDispatcher(): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const Dispatcher = process.env.NODE_USE_ENV_PROXY === '1' ? EnvHttpProxyAgent : Agent;
  return new Dispatcher(UNLIMITED);
}

/** Headers that Node's fetch sends with each call. */
const HEADERS_OF_FETCH = { 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

const NULL_BODY_STATUSES = new Set([204, 205, HTTP_NOT_MODIFIED]);
/** Characters allowed in a header's value and in a status text. */
const BYTE_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Makes a call at a third of fetch's cost and leaves gzip as it is. Null if the answer needs fetch. */
async function fetchEncoded(
  { url, init }: OutgoingCall,
  agent: Dispatcher,
): Promise<Response | null> {
  const { request } = await import('undici');
  const { statusCode, statusText, headers, body } = await request(url, {
    headers: { ...HEADERS_OF_FETCH, ...Object.fromEntries(init.headers) },
    signal: init.signal,
    dispatcher: agent,
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

/** Decompresses as leniently as fetch: a body that is cut off ends after the bytes that have arrived. */
function gunzip(body: Readable): Readable {
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  return pipeline(body, createGunzip(lenient), () => undefined);
}

/**
 * Measures calls, sends the request's id and trace, and logs why there was no response, since the screen
 * only says "Network error".
 */
export function measuredTransport(
  transport: Transport,
  baseUrl: string,
  log: Pick<Log, 'warn'> = logger,
): Transport {
  const base = new URL(baseUrl).pathname;
  return async (call) => {
    const id = currentRequestId();
    if (id !== undefined) call.init.headers.set('x-request-id', id);
    sendTrace(call.init.headers);
    const { method, signal } = call.init;
    const path = patternOf(call.url.pathname.slice(base.length));
    const end = upstreamSeconds.startTimer({ method, path });
    try {
      const response = await transport(call);
      end({ status: response.status });
      return response;
    } catch (error) {
      end({ status: 'none' });
      const cause = causeOf(error);
      // A body that the browser has aborted is no failure of the API.
      if (!hasLeft(signal) && !isBodyError(cause)) {
        log.warn({ method, path, reason: reasonOf(cause) }, 'The API gave no response');
      }
      throw error;
    }
  };
}

const PATTERNS = [...new Set([...DECLARED_CALLS.values()].map(({ path }) => path))]
  // Most specific first: `/administrators/invitations` also matches `/administrators/{id}`.
  .toSorted((a, b) => namesIn(a).length - namesIn(b).length)
  .map((path) => ({
    label: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/**
 * The declared path of a call, as a label for metrics and log. It is looked up here, so that no caller of
 * the API client can choose a label.
 */
function patternOf(path: string): string {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.label ?? '(other)';
}

/**
 * True if the browser has closed its connection. A call that exceeds its time limit aborts with
 * TimeoutError instead.
 */
function hasLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof Error && reason.name === 'TimeoutError');
}

/** The cause of an error. fetch's own message says only that it failed. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.slice(0, TEXT_LIMIT_CHARS) || errorCode(cause) || 'unknown';
}

/** Only a label: these calls never leave the process. */
const EMBEDDED_BASE_URL = 'http://embedded/api';

/**
 * Sends the panel's calls to API_BASE_URL, or to the embedded API. The latter limits attempts by the
 * browser's address, and shows users the address and device of each session.
 */
export function getTransport(address: string | undefined, userAgent: string | null) {
  const { apiBaseUrl, apiTimeoutSeconds } = getSettings();
  const baseUrl = apiBaseUrl ?? EMBEDDED_BASE_URL;
  const embedded: Transport = async (call) => {
    if (userAgent !== null) call.init.headers.set('user-agent', userAgent);
    const { getEmbeddedApi } = await import('~/rpc/embedded/embedded.server');
    return (await getEmbeddedApi()).fetch(call.toRequest(), { address });
  };
  const transport = measuredTransport(apiBaseUrl ? fetchExternal : embedded, baseUrl);
  return { baseUrl, transport, limitMs: apiTimeoutSeconds && apiTimeoutSeconds * 1000 };
}
