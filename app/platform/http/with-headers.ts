/** Changes a response's headers, in place if they are mutable. Those of fetch and of redirects are not. */
export function changeHeaders(response: Response, change: (headers: Headers) => void): Response {
  try {
    change(response.headers);
    return response;
  } catch {
    const headers = new Headers(response.headers);
    change(headers);
    return withHeaders(response, headers);
  }
}

/** Copies a response with other headers, and optionally another body. */
export function withHeaders(response: Response, headers: Headers, body = response.body): Response {
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

/** gzip in Accept-Encoding. A weight of 0 means that the client does not accept it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export function acceptsGzip(headers: Headers): boolean {
  return GZIP.test(headers.get('accept-encoding') ?? '');
}
