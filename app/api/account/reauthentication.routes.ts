import type { CallQueue } from '../auth/call-queue';
import type { ApiDeps } from '../deps';
import { clientOf, createRouter } from '../http/router';
import { reauthenticate } from './account';
import { reauthenticationRoute } from './account.openapi';

/** All of /admin/account/reauthentication: open to whoever has yet to set up a second factor. */
export function reauthenticationRoutes(deps: ApiDeps, signIns: CallQueue) {
  return createRouter().openapi(reauthenticationRoute, async (c) => {
    const { address } = clientOf(c);
    await reauthenticate(deps, signIns, c.get('session'), c.req.valid('json'), address);
    return c.body(null, 204);
  });
}
