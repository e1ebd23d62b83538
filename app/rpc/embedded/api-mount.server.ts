import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { clientAddress } from '~/platform/http/client-address.server';
import { getSettings } from '~/platform/settings.server';
import { FORM_LIMIT_BYTES, withBodyLimits } from '~/platform/http/body-limits.server';
import { compress } from '~/platform/http/compress.server';

/** Answers /api before the framework (docs/decisions/0001), except in development, which reloads it. */
export async function answerApi(request: Request): Promise<Response | null> {
  if (import.meta.env.DEV || !new URL(request.url).pathname.startsWith('/api/')) return null;
  return compress(request, await handleApiRequest(request));
}

/** Answers a request to /api by the embedded API, or with 404 when an external API is in use. */
export async function handleApiRequest(request: Request): Promise<Response> {
  if (getSettings().apiBaseUrl)
    return Response.json({ detail: 'Not found' }, { status: HTTP_NOT_FOUND });
  const { getEmbeddedApi } = await import('./embedded.server');
  const api = await getEmbeddedApi();
  const address = clientAddress(request.headers, connectionAddress(request));
  return withBodyLimits(request, FORM_LIMIT_BYTES, (limited) => api.fetch(limited, { address }));
}

/** The connection's remote address; undefined if the server does not provide it. */
function connectionAddress(request: Request): string | undefined {
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : undefined;
}
