import { STATUS_CODES } from 'node:http';
import { coded } from '~/language/sentence';
import type { FieldError } from '~/rpc/errors/error';
import {
  HTTP_BAD_GATEWAY,
  HTTP_FORBIDDEN,
  HTTP_GATEWAY_TIMEOUT,
  HTTP_NOT_MODIFIED,
  HTTP_PROXY_AUTHENTICATION_REQUIRED,
  ERROR_CODES,
} from '~/rpc/errors/http-status';
import { fieldsOf, readText, parseJson } from '~/fields/reading';
import { readCode } from '~/language/sentence-reading';
import { AppError, clientClosed, NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import type { FormStream } from '~/platform/http/form-stream.server';
import { limitStream } from '~/platform/streams';

/** Sends one call to the API: over HTTP, or in process to the embedded one. */
export type Transport = (call: OutgoingCall) => Promise<Response>;

export interface UpstreamCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base address, for example `/admin/condos`. */
  path: string;
  /** Empty and missing values are left out of the query. */
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  /**
   * True if the call changes nothing, as every GET: it is then aborted when the browser disconnects.
   * Changes are never aborted.
   */
  isRead?: boolean;
  /** A form with files. Its bytes are passed on as they arrive. */
  form?: FormStream;
  /**
   * Headers of the call. `Accept-Encoding: gzip` lets a successful response arrive encoded; other responses
   * are decoded.
   */
  headers?: Readonly<Record<string, string>>;
}

/** The API client: every call to the API, embedded or external, goes through it. */
export interface Upstream {
  /**
   * Makes a call of the wire contract and returns the successful response unread. For a call with
   * If-None-Match, 304 is a success too.
   * @throws AppError with the server's status and detail; without a response "Network error" with status
   * 502, or 504 after the limit; 499 when the browser has closed its connection.
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
  /**
   * Time limit of each call, response body included. By default a call may take any time
   * (docs/behaviour/errors.md).
   */
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
      // The browser never aborts a change, as nobody would know whether it has happened.
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
    // Without a length the body would be sent chunked, which some APIs reject.
    if (form.length !== null) headers.set('content-length', form.length);
    return form.body;
  }
  if (json === undefined) return null;
  headers.set('content-type', 'application/json');
  return JSON.stringify(json);
}

/** Longest error body that is read, in bytes. Longer bodies are ignored. */
const ERROR_BODY_LIMIT_BYTES = 256 * 1024;

/** The text of an error body; '' if the body breaks off or exceeds the limit, at which reading stops. */
async function readErrorBody({ body }: Response): Promise<string> {
  const limited = body && limitStream(body, ERROR_BODY_LIMIT_BYTES, () => new Error('Too long'));
  return new Response(limited).text().catch(() => '');
}

async function toAppError(response: Response): Promise<AppError> {
  // A browser that uses no proxy rejects a 407, so it gets 403.
  const isProxyAuth = response.status === HTTP_PROXY_AUTHENTICATION_REQUIRED;
  return new AppError({
    status: isProxyAuth ? HTTP_FORBIDDEN : response.status,
    statusText: response.statusText || STATUS_CODES[response.status] || `HTTP ${response.status}`,
    ...readErrorResponse(await readErrorBody(response)),
  });
}

interface CallInit {
  method: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal;
}

/**
 * One outgoing call to the API. The transport makes at most one Request of it, since a Request costs more
 * than the rest of a short call.
 */
export class OutgoingCall {
  readonly init: Readonly<CallInit & { duplex: 'half'; redirect: RequestRedirect }>;

  constructor(
    readonly url: URL,
    init: CallInit,
  ) {
    // fetch must not follow the redirect of a change. It would turn a POST into a GET, and the target, for
    // example a sign-in page, would pass for a success.
    const redirect = init.method === 'GET' ? 'follow' : 'manual';
    this.init = { ...init, redirect, duplex: 'half' };
  }

  toRequest(): Request {
    return new Request(this.url, this.init);
  }
}

const hasMessage = ({ message }: FieldError) => message !== '';

/** Reads an error body of the embedded API (app/rpc/errors/error.ts) or of FastAPI. Others are ignored. */
function readErrorResponse(text: string) {
  const body = fieldsOf(parseJson(text));
  const errors = listOf(body.errors).map(readNamed).filter(hasMessage);
  const listed = listOf(body.detail).map(readLocated).filter(hasMessage);
  return {
    detail: textOrNull(readText(body.detail) ?? listed.map(({ message }) => message).join('; ')),
    serverMessage: textOrNull(readText(body.message)),
    fields: [...errors, ...listed],
    sentence: readCode(body),
    // Unknown codes of an external API are dropped: nothing reacts to them, and they may not fit into the
    // header that sends the code to the browser.
    code: ERROR_CODES.find((code) => code === body.code) ?? null,
    factors: listOf(body.factors).flatMap((kind) => readText(kind) ?? []),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not blank, otherwise null. */
function textOrNull(text: string | null): string | null {
  return text?.trim() ? text : null;
}

function readNamed(entry: unknown): FieldError {
  const error = fieldsOf(entry);
  const { field, message } = error;
  return { field: readText(field) ?? '', message: readText(message) ?? '', ...readCode(error) };
}

function readLocated(entry: unknown): FieldError {
  const { loc, msg } = fieldsOf(entry);
  const path = listOf(loc).filter((part) => part !== 'body');
  return { field: path.map(String).join('.'), message: readText(msg) ?? readText(entry) ?? '' };
}

/** Largest answer that is read into memory: a sign-in, one record, a page of users. Lists are streamed. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** Limits a response that is read as a whole. Beyond the limit reading stops with an AppError. */
export function limitAnswer(response: Response): Response {
  const { body } = response;
  return body ? new Response(limitStream(body, ANSWER_LIMIT_BYTES, tooLarge), response) : response;
}

function tooLarge(): AppError {
  return new AppError({ status: HTTP_BAD_GATEWAY, ...coded('answer_too_large') });
}

/**
 * Reads the JSON value of a successful response, if it is JSON.
 * @throws AppError if it is too large, or "Network error" if the connection breaks
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await limitAnswer(response)
    .text()
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      throw new AppError({ status: HTTP_BAD_GATEWAY, statusText: NETWORK_ERROR_MESSAGE });
    });
  return parseJson(text);
}

/** Waits for a call whose body is not needed and frees its connection. A broken body does not matter. */
export async function drain(call: Promise<Response>): Promise<null> {
  const response = await call;
  await response.body?.cancel().catch(() => undefined);
  return null;
}
