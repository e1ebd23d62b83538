/** The same answer with other headers, and with another body where one is given; its own cannot always be changed. */
export function withHeaders(response: Response, headers: Headers, body = response.body): Response {
  const { status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
