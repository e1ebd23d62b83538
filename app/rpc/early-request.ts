import { TSS_CONTENT_TYPE_FRAMED } from '@tanstack/react-start';
import { toJSON } from 'seroval';
import type { CallInput, ReadName } from './calls';
import { readId, type Fields } from '~/contract/reading';
import { readFn } from './call.functions';
import { TOKEN_STORAGE_KEY } from '~/data/session/session-store';

/* A screen's first request, made by an inline script before the bundle has run; the same call in the page takes its response. */

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The inline script of the request that a page of this route starts early, from its search params and those of its path. */
    earlyRequest?: (search: object, params: Fields) => string | undefined;
  }
}

declare global {
  interface Window {
    __earlyRequest?:
      | {
          /** The name of the declared call: the function that serves it serves others too. */
          call: string;
          url: string;
          authorization: string;
          response: Promise<Response>;
          abort: AbortController;
        }
      | undefined;
  }
}

export const RAW = 'x-tss-raw';

/** The headers of Start's own client for a call of a GET function, besides the token. */
const CALL_HEADERS = {
  'x-tsr-serverfn': 'true',
  accept: `${TSS_CONTENT_TYPE_FRAMED}, application/x-ndjson, application/json`,
};

/** The inline script that makes a call's request, its input encoded as Start's own client does it. For the server's document alone. */
export function earlyRequest<Name extends ReadName>(call: Name, input: CallInput<Name>): string {
  const payload = JSON.stringify(toJSON({ data: { call, input } }));
  return earlyRequestScript(call, `${readFn.url}?${new URLSearchParams({ payload }).toString()}`);
}

/** The same for the record that the path names; undefined for what is no id. */
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

/** A value as a literal of an inline script; `<` is escaped so that no text can end the script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The response of the early request if it is the same; else null. The first request of the same call uses or aborts it. */
export function takeEarlyRequest(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> | null {
  const early = typeof window === 'undefined' ? undefined : window.__earlyRequest;
  if (!early || typeof input !== 'string') return null;
  // The name of a call reads the same in an address.
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
