import { pathToFileURL } from 'node:url';

/** API Gateway's event, payload format 2.0, as far as it describes the request. */
function toEvent(request, body, address) {
  const { pathname, search } = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  const text = /^(?:text\/|application\/(?:json|x-www-form-urlencoded))/.test(
    headers['content-type'] ?? '',
  );
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: { ...headers, 'x-forwarded-for': address },
    requestContext: {
      accountId: '123456789012',
      apiId: 'test',
      domainName: headers.host,
      domainPrefix: 'test',
      http: {
        method: request.method,
        path: pathname,
        protocol: 'HTTP/1.1',
        sourceIp: address,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: crypto.randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

/** The handler of AWS Lambda behind an HTTP API. */
export async function loadLambda(entry) {
  const { handler } = await import(pathToFileURL(entry).href);
  return async (request, address) => {
    const body = Buffer.from(await request.arrayBuffer());
    // What crosses Lambda's border is JSON.
    const event = JSON.parse(JSON.stringify(toEvent(request, body, address)));
    const result = JSON.parse(JSON.stringify(await handler(event, {})));
    const headers = new Headers(result.headers);
    for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
    const content = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
    const empty = [204, 304].includes(result.statusCode);
    return new Response(empty ? null : content, { status: result.statusCode, headers });
  };
}
