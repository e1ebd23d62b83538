import { ERROR_CODE_HEADER, type ErrorCode } from '~/rpc/errors/http-status';
import { TSS_CONTENT_TYPE_FRAMED } from '@tanstack/react-start';
import { toJSON } from 'seroval';
import {
  fieldsOf,
  readId,
  readText,
  UnreadableAnswerError,
  type UnknownRecord,
} from '~/fields/reading';
import { askForPassword, TOKEN_STORAGE_KEY, setupRequired } from './session-store';
import { AppError } from '~/rpc/errors/app-error';
import type { CallInput, ReadName } from './calls';
import { readFn } from './client.functions';
import { parseAnswer, received } from './wire';

/* The browser's fetch. An inline script makes a screen's first request, before the bundle has run. */

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Makes the inline script of a page's first request from its params. Only the server's code has this
     * function.
     */
    earlyRequest?: (search: object, params: UnknownRecord) => string | undefined;
  }
}

declare global {
  interface Window {
    __earlyRequest?:
      | {
          /** Name of the declared call, since one function serves several calls. */
          call: string;
          url: string;
          authorization: string;
          response: Promise<Response>;
          abort: AbortController;
        }
      | undefined;
  }
}

/** Headers of Start's answers: the response of a handler, or a value or error that Start has serialized. */
const RAW = 'x-tss-raw';
const SERIALIZED = 'x-tss-serialized';

/** Headers of Start's own client for a call of a GET function, without the token. */
const CALL_HEADERS = {
  'x-tsr-serverfn': 'true',
  accept: `${TSS_CONTENT_TYPE_FRAMED}, application/x-ndjson, application/json`,
};

/**
 * Makes the inline script that sends a call's request. The input is encoded as by Start's own client. Only
 * a document from the server contains the script.
 */
export function earlyRequest<Name extends ReadName>(call: Name, input: CallInput<Name>): string {
  const payload = JSON.stringify(toJSON({ data: { call, input } }));
  return earlyRequestScript(call, `${readFn.url}?${new URLSearchParams({ payload }).toString()}`);
}

/** Makes the script for the record in the path; undefined if the path has no id. */
export function earlyRecordRequest(
  call: 'condos.get' | 'users.get',
  param: unknown,
): string | undefined {
  const id = readId(param);
  return id === null ? undefined : earlyRequest(call, { id });
}

export function earlyRequestScript(call: string, url: string): string {
  return (
    `try{const t=localStorage.getItem(${literal(TOKEN_STORAGE_KEY)});if(t){` +
    `const call=${literal(call)},url=${literal(url)},authorization="Bearer "+t,abort=new AbortController(),` +
    `response=fetch(url,{headers:{...${literal(CALL_HEADERS)},authorization},signal:abort.signal});` +
    `response.catch(()=>{});window.__earlyRequest={call,url,authorization,response,abort}}}catch{}`
  );
}

/** Writes a value as a literal of an inline script. `<` is escaped, so that no text can end the script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Returns the response of the early request if it was for the same input, otherwise null. The first request
 * of the same call uses or aborts the early one.
 */
function takeEarlyRequest(input: RequestInfo | URL, init?: RequestInit): Promise<Response> | null {
  const early = typeof window === 'undefined' ? undefined : window.__earlyRequest;
  if (!early || typeof input !== 'string') return null;
  // The name of a call needs no encoding in a URL.
  if (pathOf(input) !== pathOf(early.url) || !input.includes(early.call)) return null;
  window.__earlyRequest = undefined;
  const isSame =
    input === early.url && new Headers(init?.headers).get('authorization') === early.authorization;
  if (!isSame) {
    early.abort.abort();
    return null;
  }
  init?.signal?.addEventListener('abort', () => early.abort.abort(), { once: true });
  return early.response;
}

function pathOf(url: string): string | undefined {
  return url.split('?', 1)[0];
}

const REAUTHENTICATION: ErrorCode = 'reauthentication_required';
const FACTOR_SETUP: ErrorCode = 'second_factor_setup_required';

/**
 * The browser's fetch for server functions. A call that needs the password again is repeated after the user
 * has typed it.
 * @throws AppError if there is no response, or an error that is not from a server function
 * @throws UnreadableAnswerError for a success that is not from a server function, or a cut-off result: a
 * proxy or the sign-in page of a network may answer in place of the panel
 */
export async function fetchServerFunction(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    response = await (takeEarlyRequest(input, init) ?? fetch(input, init));
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new AppError({ status: 0 });
  }
  const code = response.headers.get(ERROR_CODE_HEADER);
  if (code === REAUTHENTICATION && (await askForPassword())) {
    // The body is cancelled, since an unread response stays pending until the page is closed.
    await response.body?.cancel();
    return fetchServerFunction(input, init);
  }
  if (code === FACTOR_SETUP) setupRequired.set(true);
  if (response.headers.has(RAW)) return response;
  if (response.headers.has(SERIALIZED)) {
    // Start parses it again. It would show its parser's text for a body that is cut off.
    if (isJson(response)) parseAnswer(await received(response.clone().text()));
    return response;
  }
  if (response.ok) throw new UnreadableAnswerError();
  const { detail } = fieldsOf(await response.json().catch(() => null));
  const { status, statusText } = response;
  throw new AppError({ status, statusText, detail: readText(detail) });
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}
