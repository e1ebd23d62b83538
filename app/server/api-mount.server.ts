import { getSettings } from '~/lib/settings.server';

/** Answers a request to /api by the embedded API, or with 404 when another API is in use. */
export async function handleApiRequest(request: Request): Promise<Response> {
  if (getSettings().apiBaseUrl) return Response.json({ detail: 'Not found' }, { status: 404 });
  const { getEmbeddedApi } = await import('~/api/embedded.server');
  return (await getEmbeddedApi()).fetch(request);
}
