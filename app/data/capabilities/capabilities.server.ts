import type { Upstream } from '~/upstream/upstream.server';
import { streamToBrowser } from '../answer';
import type { ApiKind } from '../api-kind.server';
import { NO_CAPABILITIES, readCapabilities, type Capabilities } from './capabilities';

/**
 * GET /capabilities of the embedded API. An external API is never asked, since the wire contract has no such call; an
 * error or an unreadable response counts as no capabilities.
 */
export async function getCapabilities(upstream: Upstream, kind: ApiKind): Promise<Capabilities> {
  try {
    const response = await sendCapabilities(upstream, kind);
    return readCapabilities(await response.json());
  } catch {
    return NO_CAPABILITIES;
  }
}

/** The same as the API sends them, for the browser. */
export async function sendCapabilities(
  upstream: Upstream,
  { isExternal }: ApiKind,
): Promise<Response> {
  if (isExternal) return Response.json({});
  return streamToBrowser(await upstream.call({ method: 'GET', path: '/capabilities' }));
}
