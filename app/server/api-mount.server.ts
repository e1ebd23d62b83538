import { clientAddress } from '~/lib/client-address.server';
import { getSettings } from '~/lib/settings.server';

const READS = new Set(['GET', 'HEAD']);

/** Answers a request to /api by the embedded API, or with 404 when an external API is in use. */
export async function handleApiRequest(request: Request): Promise<Response> {
  if (getSettings().apiBaseUrl) return Response.json({ detail: 'Not found' }, { status: 404 });
  const { getEmbeddedApi } = await import('~/api/embedded.server');
  return (await getEmbeddedApi()).fetch(toPlainRequest(request), {
    address: clientAddress(request.headers, connectionAddress(request)),
  });
}

/**
 * The server passes an object that only looks like a Request: `new Request(it)`, which the API's body limit calls where
 * there is no Content-Length, fails. It also has a body where none was sent. GET and HEAD never touch the body.
 */
function toPlainRequest(request: Request): Request {
  const { url, method, headers, signal } = request;
  if (READS.has(method)) return request;
  const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0;
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: request.body, duplex: 'half' }),
  });
}

/** The address the connection comes from; undefined where the server does not provide it. */
function connectionAddress(request: Request): string | undefined {
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : undefined;
}
