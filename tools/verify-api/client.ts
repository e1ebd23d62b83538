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

/** Shorter than in the panel, so that a verification ends. */
const ANSWER_WITHIN_MS = 30_000;

/** Calls the API as the panel does. Never rejects for a failure of the API; a redirect is a response. */
export async function send(
  baseUrl: string,
  { method, path, body, token }: ApiRequest,
): Promise<ApiAnswer | { reason: string }> {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const bytes = await response.bytes();
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: new TextDecoder().decode(bytes),
      bytes: bytes.length,
    };
  } catch (error) {
    return { reason: explain(error) };
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? `${String(cause.code)} ${cause.message}`.trim() : cause.message;
}
