import { STATUS_CODES } from 'node:http';
import { AppError, clientClosed, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import {
  HTTP_BAD_GATEWAY,
  HTTP_FORBIDDEN,
  HTTP_GATEWAY_TIMEOUT,
  HTTP_NOT_MODIFIED,
  HTTP_PROXY_AUTHENTICATION_REQUIRED,
} from '~/contract/http-status';
import type { FormStream } from '~/lib/form-stream.server';
import { limitStream } from '~/lib/limit-stream';
import { readErrorResponse } from './error-response';
import { OutgoingCall } from './outgoing-call';

/** Sends one call to the API: over HTTP, or in process to the embedded one. */
export type Transport = (call: OutgoingCall) => Promise<Response>;

export interface UpstreamCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base address, for example `/admin/condos`. */
  path: string;
  /** Empty and missing values are left out of the query. */
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  /** The call changes nothing, as every GET; it ends when the browser closes its connection, which a change never does. */
  isRead?: boolean;
  /** A form with files; its bytes are passed on as they come. */
  form?: FormStream;
  /** With Accept-Encoding a successful response may be encoded; its Content-Encoding says so. Any other is decoded. */
  headers?: Readonly<Record<string, string>>;
}

/** The API client: every call to the API goes through it. */
export interface Upstream {
  /**
   * Makes a call of the wire contract and returns the successful response unread; 304 too, for a call with If-None-Match.
   * @throws AppError with the server's status and detail; without a response "Network error" with status 502, or 504
   * after the limit; 499 when the browser has closed its connection.
   */
  call(call: UpstreamCall): Promise<Response>;
}

interface UpstreamOptions {
  transport: Transport;
  /** The API's base address; ends in /api. */
  baseUrl: string;
  token: string | null;
  /** Aborted when the browser closes its connection. */
  browser?: AbortSignal;
  /** For each call, response body included; by default it may take any time (docs/behaviour/errors.md). */
  limitMs?: number | undefined;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { transport, baseUrl, token, browser, limitMs } = options;
  return {
    async call(call) {
      const { method, path, query = {}, isRead = method === 'GET' } = call;
      const url = new URL(baseUrl + path);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
      }
      const headers = new Headers(call.headers);
      headers.set('accept', 'application/json');
      if (token) headers.set('authorization', `Bearer ${token}`);
      const body = setBody(headers, call);
      const timeout = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs);
      // The browser never ends a change: nobody would know whether it has happened.
      const signals = [isRead ? browser : undefined, timeout].filter((one) => one !== undefined);
      const signal = AbortSignal.any(signals);
      let response: Response;
      try {
        signal.throwIfAborted();
        response = await transport(new OutgoingCall(url, { method, headers, body, signal }));
      } catch {
        if (browser?.aborted) throw clientClosed();
        const status = timeout?.aborted ? HTTP_GATEWAY_TIMEOUT : HTTP_BAD_GATEWAY;
        throw new AppError({ status, statusText: NETWORK_ERROR_MESSAGE });
      }
      const isKnown = response.status === HTTP_NOT_MODIFIED && headers.has('if-none-match');
      if (!response.ok && !isKnown) throw await toAppError(response);
      return response;
    },
  };
}

function setBody(headers: Headers, { form, json }: UpstreamCall): BodyInit | null {
  if (form) {
    headers.set('content-type', form.contentType);
    // Else it goes out in chunks of no announced length, which not every API takes.
    if (form.length !== null) headers.set('content-length', form.length);
    return form.body;
  }
  if (json === undefined) return null;
  headers.set('content-type', 'application/json');
  return JSON.stringify(json);
}

/** Longest error body that is read, in bytes. Longer bodies are ignored. */
const ERROR_BODY_LIMIT_BYTES = 256 * 1024;

/** Empty for one that breaks off or is too long; of that no more is read. */
async function readErrorBody({ body }: Response): Promise<string> {
  const limited = body && limitStream(body, ERROR_BODY_LIMIT_BYTES, () => new Error('Too long'));
  return new Response(limited).text().catch(() => '');
}

async function toAppError(response: Response): Promise<AppError> {
  // To a browser 407 would be no answer at all: it has asked no proxy.
  const isProxys = response.status === HTTP_PROXY_AUTHENTICATION_REQUIRED;
  return new AppError({
    status: isProxys ? HTTP_FORBIDDEN : response.status,
    statusText: response.statusText || STATUS_CODES[response.status] || `HTTP ${response.status}`,
    ...readErrorResponse(await readErrorBody(response)),
  });
}
