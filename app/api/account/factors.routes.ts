import { factorCalls } from '~/contract/calls/account';
import { administratorOf } from '../auth/actor';
import { removeAuthenticator } from '../auth/factors.repo';
import { deletePasskey } from '../auth/passkeys.repo';
import { requireRecentSignIn } from '../auth/reauthentication';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { removeFactor } from './factor-changes';
import { confirmTotp, getFactors, newRecoveryCodes, startTotp } from './factors';
import { addPasskey, startPasskey } from './passkeys';

/** All of /admin/account/factors: open to administrators who have yet to set up a second factor. */
export function factorRoutes(deps: ApiDeps) {
  const middleware = requireRecentSignIn(deps);
  return createRouter()
    .openapi(routeOf(factorCalls, 'get'), async (c) =>
      c.json(await getFactors(deps, c.get('session')), 200),
    )
    .openapi({ ...routeOf(factorCalls, 'startTotp'), middleware }, async (c) =>
      c.json(await startTotp(deps, c.get('session')), 200),
    )
    .openapi({ ...routeOf(factorCalls, 'confirmTotp'), middleware }, async (c) =>
      c.json(await confirmTotp(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi({ ...routeOf(factorCalls, 'removeTotp'), middleware }, async (c) => {
      await removeFactor(deps, administratorOf(c), 'app', removeAuthenticator);
      return c.body(null, 204);
    })
    .openapi({ ...routeOf(factorCalls, 'startPasskey'), middleware }, async (c) =>
      c.json(await startPasskey(deps, c.get('session')), 200),
    )
    .openapi({ ...routeOf(factorCalls, 'addPasskey'), middleware }, async (c) =>
      c.json(await addPasskey(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi({ ...routeOf(factorCalls, 'removePasskey'), middleware }, async (c) => {
      const { id } = c.req.valid('param');
      await removeFactor(deps, administratorOf(c), 'passkey', (tx, userId) =>
        deletePasskey(tx, userId, id),
      );
      return c.body(null, 204);
    })
    .openapi({ ...routeOf(factorCalls, 'renewRecoveryCodes'), middleware }, async (c) =>
      c.json(await newRecoveryCodes(deps, administratorOf(c)), 200),
    );
}
