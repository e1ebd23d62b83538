import { CAPABILITIES, capabilityCalls } from '~/rpc/service-calls';
import { mapNames } from '~/fields/fields';
import type { ApiSettings } from './deps';
import { createRouter } from './router';
import { serveCalls } from './serve-calls';

/** Public. Only passkeys depend on the settings. */
export function capabilitiesRoutes({ relyingParty }: ApiSettings) {
  const offered = mapNames(
    CAPABILITIES,
    (name) => name !== 'passkeys' || relyingParty !== undefined,
  );
  return serveCalls(createRouter(), capabilityCalls, { get: () => offered });
}
