import type { Upstream } from '~/upstream/upstream.server';
import type { ApiKind } from '../api-kind.server';
import { NO_CAPABILITIES, readCapabilities, type Capabilities } from './capabilities';

/**
 * GET /capabilities of the embedded API. An external API is never asked, since the wire contract has no such call; an
 * error or an unreadable response counts as no capabilities.
 */
export async function getCapabilities(
  upstream: Upstream,
  { isExternal }: ApiKind,
): Promise<Capabilities> {
  if (isExternal) return NO_CAPABILITIES;
  try {
    const response = await upstream.call({ method: 'GET', path: '/capabilities' });
    return readCapabilities(await response.json());
  } catch {
    return NO_CAPABILITIES;
  }
}
