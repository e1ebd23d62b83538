/** Changes a response's headers: in place where they are mutable, which those of fetch and redirects are not. */
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

/** A copy of the response with other headers, and with another body where one is given; its own may be immutable. */
export function withHeaders(response: Response, headers: Headers, body = response.body): Response {
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
