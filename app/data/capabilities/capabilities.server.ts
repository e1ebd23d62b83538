import type { Upstream } from '~/upstream/upstream.server';
import { NO_CAPABILITIES, readCapabilities, type Capabilities } from './capabilities';

/**
 * GET /capabilities of the embedded API. Another API (`isExternal`) is never asked, since SPEC.md point 7 has no such
 * call; an API that refuses or answers garbage has none.
 */
export async function getCapabilities(
  upstream: Upstream,
  { isExternal }: { isExternal: boolean },
): Promise<Capabilities> {
  if (isExternal) return NO_CAPABILITIES;
  try {
    const response = await upstream.call({ method: 'GET', path: '/capabilities' });
    return readCapabilities(await response.json());
  } catch {
    return NO_CAPABILITIES;
  }
}
