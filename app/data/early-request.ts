import type { CustomFetch } from '@tanstack/react-start';

/**
 * A list's request that the page starts before the bundle has run: the document has a small inline script that calls the
 * server function with the stored token, and the first query with the same key uses its response.
 */
export interface EarlyRequest {
  /** Identifies the request; see earlyRequestKey(). */
  key: string;
  /** Address of the server function, its input included. */
  url: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The request that a page of this route starts early, from its search params. */
    earlyRequest?: (search: object) => EarlyRequest;
  }
}

declare global {
  interface Window {
    __earlyRequest?: { key: string; response: Promise<Response>; abort: () => void } | undefined;
  }
}

export function earlyRequestKey(name: string, query: object): string {
  const entries = Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${name} ${JSON.stringify(entries)}`;
}

/** A text as a string literal of an inline script; `<` is escaped so that no text can end the script. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/** The inline script of a request. */
export function earlyRequestScript(request: EarlyRequest): string {
  return (
    `try{const t=localStorage.getItem("access_token");if(t){` +
    `const c=new AbortController(),response=fetch(${literal(request.url)},{signal:c.signal,` +
    `headers:{authorization:"Bearer "+t,"x-tsr-serverFn":"true",accept:"application/json"}});` +
    `response.catch(()=>{});window.__earlyRequest={key:${literal(request.key)},response,` +
    `abort:()=>c.abort()}}}catch{}`
  );
}

/** Options for a server-function call: uses the early request of the same key, once. */
export function takeEarlyRequest(name: string, query: object): { fetch?: CustomFetch } {
  if (typeof window === 'undefined') return {};
  const early = window.__earlyRequest;
  if (!early) return {};
  window.__earlyRequest = undefined;
  if (early.key !== earlyRequestKey(name, query)) return {};
  return {
    fetch: (_input, init) => {
      init?.signal?.addEventListener('abort', early.abort, { once: true });
      return early.response;
    },
  };
}
