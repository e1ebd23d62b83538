import { STATUS_CODES } from 'node:http';
import {
  HTTP_BAD_GATEWAY,
  HTTP_CLIENT_CLOSED_REQUEST,
  HTTP_GATEWAY_TIMEOUT,
} from '~/contract/http-status';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import type { FormStream } from '~/lib/form-stream.server';
import {
  CALL_LIMITS,
  limitBody,
  startLimit,
  untilAborted,
  type CallLimit,
  type CallLimits,
} from './call-limit.server';
import { readErrorResponse } from './error-response';

/** Sends one request to the API: over HTTP, or in process to the embedded one. */
export type Transport = (request: Request) => Promise<Response>;

export interface UpstreamCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base address, for example `/admin/condos`. */
  path: string;
  /** Empty and missing values are left out of the query. */
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  /** A form with files; its bytes are passed on as they come. */
  form?: FormStream;
  headers?: Readonly<Record<string, string>>;
}

/** The API client: every call to the API goes through it. */
export interface Upstream {
  /**
   * Makes a call of the wire contract and returns the successful response unread.
   * @throws AppError with the server's status and detail; without a response "Network error" with status 502, or 504
   * after a time-out; 499 when the browser has closed its connection.
   */
  call(call: UpstreamCall): Promise<Response>;
}

interface UpstreamOptions {
  transport: Transport;
  /** The API's base address; ends in /api. */
  baseUrl: string;
  token: string | null;
  /** Aborts the call when the browser closes its connection. */
  signal?: AbortSignal;
  limits?: CallLimits;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { transport, baseUrl, token, signal, limits = CALL_LIMITS } = options;
  return {
    async call(call) {
      const url = new URL(baseUrl + call.path);
      for (const [name, value] of Object.entries(call.query ?? {})) {
        if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
      }
      const headers = new Headers(call.headers);
      headers.set('accept', 'application/json');
      if (token) headers.set('authorization', `Bearer ${token}`);
      const body = setBody(headers, call);
      const limit = startLimit(call.form ? limits.uploadMs : limits.ordinaryMs, signal);
      const init = { method: call.method, headers, body, duplex: 'half', signal: limit.signal };
      const response = await send(transport, new Request(url, init), limit);
      if (!response.ok) throw await toAppError(response);
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

async function send(transport: Transport, request: Request, limit: CallLimit): Promise<Response> {
  try {
    return limitBody(await untilAborted(transport(request), limit.signal), limit);
  } catch {
    limit.end();
    const reason = limit.reason();
    if (reason === 'aborted') {
      // Not logged as an error: the client closed the connection.
      throw new AppError({
        status: HTTP_CLIENT_CLOSED_REQUEST,
        statusText: 'Client closed request',
      });
    }
    const status = reason === 'timeout' ? HTTP_GATEWAY_TIMEOUT : HTTP_BAD_GATEWAY;
    throw new AppError({ status, statusText: NETWORK_ERROR_MESSAGE });
  }
}

/** Longest error body that is read, in bytes. Longer bodies are ignored. */
const ERROR_BODY_LIMIT_BYTES = 256 * 1024;

async function toAppError(response: Response): Promise<AppError> {
  const text = await response.text().catch(() => '');
  return new AppError({
    status: response.status,
    statusText: response.statusText || STATUS_CODES[response.status] || `HTTP ${response.status}`,
    ...(text.length <= ERROR_BODY_LIMIT_BYTES && readErrorResponse(text)),
  });
}
