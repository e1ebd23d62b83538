import { administratorOf } from '../auth/actor';
import { requireRecentSignIn } from '../auth/reauthentication';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { confirmTotp, getFactors, newRecoveryCodes, removeTotp, startTotp } from './factors';
import {
  addPasskeyRoute,
  confirmTotpRoute,
  getRoute,
  recoveryCodesRoute,
  removePasskeyRoute,
  removeTotpRoute,
  startPasskeyRoute,
  startTotpRoute,
} from './factors.openapi';
import { addPasskey, removePasskey, startPasskey } from './passkeys';

/** All of /admin/account/factors: open to whoever has yet to set up a second factor. */
export function factorRoutes(deps: ApiDeps) {
  const middleware = requireRecentSignIn(deps);
  return createRouter()
    .openapi(getRoute, async (c) => c.json(await getFactors(deps, c.get('session')), 200))
    .openapi({ ...startTotpRoute, middleware }, async (c) =>
      c.json(await startTotp(deps, c.get('session')), 200),
    )
    .openapi({ ...confirmTotpRoute, middleware }, async (c) =>
      c.json(await confirmTotp(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi({ ...removeTotpRoute, middleware }, async (c) => {
      await removeTotp(deps, administratorOf(c));
      return c.body(null, 204);
    })
    .openapi({ ...startPasskeyRoute, middleware }, async (c) =>
      c.json(await startPasskey(deps, c.get('session')), 200),
    )
    .openapi({ ...addPasskeyRoute, middleware }, async (c) =>
      c.json(await addPasskey(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi({ ...removePasskeyRoute, middleware }, async (c) => {
      await removePasskey(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi({ ...recoveryCodesRoute, middleware }, async (c) =>
      c.json(await newRecoveryCodes(deps, administratorOf(c)), 200),
    );
}
