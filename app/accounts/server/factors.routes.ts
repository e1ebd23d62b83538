import { factorCalls } from '~/accounts/account-calls';
import { administratorOf, requireRecentSignIn } from './auth-middleware';
import { removeAuthenticator } from './factors.repo';
import { deletePasskey } from './passkeys.repo';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import {
  addPasskey,
  confirmTotp,
  getFactors,
  newRecoveryCodes,
  removeFactor,
  startPasskey,
  startTotp,
} from './factors';

/** All of /admin/account/factors: open to administrators who have yet to set up a second factor. */
export function factorRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    factorCalls,
    {
      get: (c) => getFactors(deps, c.get('session')),
      startTotp: (c) => startTotp(deps, c.get('session')),
      confirmTotp: (c) => confirmTotp(deps, administratorOf(c), c.req.valid('json')),
      removeTotp: (c) => removeFactor(deps, administratorOf(c), 'app', removeAuthenticator),
      startPasskey: (c) => startPasskey(deps, c.get('session')),
      addPasskey: (c) => addPasskey(deps, administratorOf(c), c.req.valid('json')),
      removePasskey(c) {
        const { id } = c.req.valid('param');
        return removeFactor(deps, administratorOf(c), 'passkey', (tx, userId) =>
          deletePasskey(tx, userId, id),
        );
      },
      renewRecoveryCodes: (c) => newRecoveryCodes(deps, administratorOf(c)),
    },
    { middleware: requireRecentSignIn(deps), except: ['get'] },
  );
}
