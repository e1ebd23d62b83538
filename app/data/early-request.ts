import { createIsomorphicFn, TSS_CONTENT_TYPE_FRAMED } from '@tanstack/react-start';
import { toJSON } from 'seroval';
import { TOKEN_STORAGE_KEY } from './session/session-store';

/**
 * A list's request that the page starts before the bundle has run: the document has a small inline script that makes the
 * request of the list's server function with the stored token. The function's first call in the page uses its response,
 * if it would make the same request, to the letter.
 */

/** A server function that reads: its method is GET. */
interface ReadingFunction<Data> {
  url: string;
  (options: { data: Data }): unknown;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The inline script of the request that a page of this route starts early, from its search params. */
    earlyRequest?: (search: object) => string | undefined;
  }
}

declare global {
  interface Window {
    __earlyRequest?:
      | { url: string; authorization: string; response: Promise<Response>; abort: AbortController }
      | undefined;
  }
}

/** What Start's own client sends with a call of a GET function, besides the token. */
const HEADERS = {
  'x-tsr-serverfn': 'true',
  accept: `${TSS_CONTENT_TYPE_FRAMED}, application/x-ndjson, application/json`,
};

/** The inline script that makes the function's request; undefined in the browser, where no document is rendered. */
export function earlyRequest<Data>(
  fn: ReadingFunction<Data>,
  data: NoInfer<Data>,
): string | undefined {
  return scriptOf(fn.url, data);
}

/** For the server alone: it keeps the encoder out of the bundle. */
const scriptOf = createIsomorphicFn().server((url: string, data: unknown) =>
  earlyRequestScript(requestUrl(url, data)),
);

/** The address of a call, its input encoded as Start's own client does it. */
function requestUrl(url: string, data: unknown): string {
  return `${url}?${new URLSearchParams({ payload: JSON.stringify(toJSON({ data })) }).toString()}`;
}

/** The inline script of a request. */
export function earlyRequestScript(url: string): string {
  return (
    `try{const t=localStorage.getItem(${literal(TOKEN_STORAGE_KEY)});if(t){` +
    `const url=${literal(url)},authorization="Bearer "+t,abort=new AbortController(),` +
    `response=fetch(url,{headers:{...${literal(HEADERS)},authorization},signal:abort.signal});` +
    `response.catch(()=>{});window.__earlyRequest={url,authorization,response,abort}}}catch{}`
  );
}

/** A value as a literal of an inline script; `<` is escaped so that no text can end the script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * The response of the early request, if this one is the same; null if it has to be made. The first call of the same
 * function decides: after it, the early request is used or aborted.
 */
export function takeEarlyRequest(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> | null {
  const early = typeof window === 'undefined' ? undefined : window.__earlyRequest;
  if (!early || typeof input !== 'string' || pathOf(input) !== pathOf(early.url)) return null;
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
