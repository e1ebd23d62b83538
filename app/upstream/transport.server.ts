import { getSettings } from '~/lib/settings.server';
import type { Transport } from './upstream.server';

/**
 * Where the panel's calls go: the API that API_BASE_URL names, or the embedded one in this process, which counts failed
 * sign-ins by the browser's `address`.
 */
export function getTransport(address?: string): { transport: Transport; baseUrl: string } {
  const { apiBaseUrl } = getSettings();
  if (apiBaseUrl) return { transport: fetch, baseUrl: apiBaseUrl };
  return {
    baseUrl: 'http://embedded/api',
    transport: async (request) => {
      const { getEmbeddedApi } = await import('~/api/embedded.server');
      return (await getEmbeddedApi()).fetch(request, { address });
    },
  };
}
