import { CAPABILITIES, capabilityCalls } from '~/contract/calls/service';
import { mapNames } from '~/contract/fields';
import type { ApiSettings } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';

/** Public. Only passkeys depend on the settings. */
export function capabilitiesRoutes({ relyingParty }: ApiSettings) {
  const offered = mapNames(
    CAPABILITIES,
    (name) => name !== 'passkeys' || relyingParty !== undefined,
  );
  return createRouter().openapi(routeOf(capabilityCalls, 'get'), (c) => c.json(offered, 200));
}
