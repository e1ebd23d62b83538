/** Changes the headers of an answer: in place where they may be changed, which those of fetch and redirects may not. */
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

/** The same answer with other headers, and with another body where one is given; its own cannot always be changed. */
export function withHeaders(response: Response, headers: Headers, body = response.body): Response {
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
