import { getSettings } from '~/lib/settings.server';
import { fetchExternal } from './external-fetch.server';
import { observedTransport } from './observed-transport.server';
import type { Transport } from './upstream.server';

/** Never resolved: these calls stay in the process. */
const EMBEDDED_BASE_URL = 'http://embedded/api';

/** Where the panel's calls go: to API_BASE_URL, or to the embedded API, which counts and shows the browser's address and device. */
export function getTransport(address: string | undefined, userAgent: string | null) {
  const { apiBaseUrl, apiTimeoutSeconds } = getSettings();
  const baseUrl = apiBaseUrl ?? EMBEDDED_BASE_URL;
  const embedded: Transport = async (call) => {
    if (userAgent !== null) call.init.headers.set('user-agent', userAgent);
    const { getEmbeddedApi } = await import('~/api/embedded.server');
    return (await getEmbeddedApi()).fetch(call.toRequest(), { address });
  };
  const transport = observedTransport(apiBaseUrl ? fetchExternal : embedded, baseUrl);
  return { baseUrl, transport, limitMs: apiTimeoutSeconds && apiTimeoutSeconds * 1000 };
}
