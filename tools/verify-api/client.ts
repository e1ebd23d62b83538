/** One request, relative to the API's base address. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  /** Below the base address, with its query. */
  path: string;
  body?: object;
  /** The stored token, another text, or null for none. */
  token: string | null;
}

/** The response, with its body. */
export interface ApiAnswer {
  status: number;
  type: string;
  text: string;
  bytes: number;
}

/** Why there is no response. */
export interface NoAnswer {
  reason: string;
}

export interface ApiClient {
  baseUrl: string;
  /** Never rejects for a failure of the API; a redirect is a response. */
  send(request: ApiRequest): Promise<ApiAnswer | NoAnswer>;
}

/** Shorter than in the panel, so that a verification ends. */
const ANSWER_WITHIN_MS = 30_000;

/** Calls the API as the panel does. */
export function createClient(baseUrl: string, timeoutMs = ANSWER_WITHIN_MS): ApiClient {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    baseUrl: base,
    send({ method, path, body, token }) {
      const headers = new Headers({ accept: 'application/json' });
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      if (body) headers.set('content-type', 'application/json');
      return exchange(
        base + path,
        { method, headers, ...(body && { body: JSON.stringify(body) }) },
        timeoutMs,
      );
    },
  };
}

async function exchange(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<ApiAnswer | NoAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: new TextDecoder().decode(bytes),
      bytes: bytes.length,
    };
  } catch (error) {
    return { reason: explain(error, timeoutMs) };
  }
}

function explain(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? `${String(cause.code)} ${cause.message}`.trim() : cause.message;
}
