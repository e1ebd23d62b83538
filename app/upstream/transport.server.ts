import { getSettings } from '~/lib/settings.server';
import { observedTransport } from './observed-transport.server';
import type { Transport } from './upstream.server';

/** Never resolved: these calls stay in the process. */
const EMBEDDED_BASE_URL = 'http://embedded/api';

/**
 * Where the panel's calls go: to the API that API_BASE_URL names, or to the embedded one in this process, which counts
 * failed sign-ins by the browser's `address`.
 */
export function getTransport(address?: string): { transport: Transport; baseUrl: string } {
  const { apiBaseUrl } = getSettings();
  const baseUrl = apiBaseUrl ?? EMBEDDED_BASE_URL;
  const embedded: Transport = async (request) => {
    const { getEmbeddedApi } = await import('~/api/embedded.server');
    return (await getEmbeddedApi()).fetch(request, { address });
  };
  return { baseUrl, transport: observedTransport(apiBaseUrl ? fetch : embedded, baseUrl) };
}
