import { CAPABILITIES, capabilityCalls } from '~/contract/calls/service';
import { mapNames } from '~/contract/fields';
import type { ApiSettings } from '../deps';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';

/** Public. Only passkeys depend on the settings. */
export function capabilitiesRoutes({ relyingParty }: ApiSettings) {
  const offered = mapNames(
    CAPABILITIES,
    (name) => name !== 'passkeys' || relyingParty !== undefined,
  );
  return serveCalls(createRouter(), capabilityCalls, { get: () => offered });
}
