import type { ChangePassword, Reauthentication } from '~/contract/account';
import type { UserUpdate } from '~/contract/user';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';

const PATH = '/admin/account';

/** GET /admin/account of the embedded API. */
export function getAccount(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: PATH });
}

/** PUT /admin/account: the names. */
export function updateAccount(upstream: Upstream, names: UserUpdate): Promise<null> {
  return drain(upstream.call({ method: 'PUT', path: PATH, json: names }));
}

/** POST /admin/account/password */
export function changePassword(upstream: Upstream, passwords: ChangePassword): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: `${PATH}/password`, json: passwords }));
}

/** POST /admin/account/reauthentication */
export function reauthenticate(upstream: Upstream, typed: Reauthentication): Promise<null> {
  return drain(upstream.call({ method: 'POST', path: `${PATH}/reauthentication`, json: typed }));
}

/** GET /admin/account/sessions */
export function listSessions(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: `${PATH}/sessions` });
}

/** DELETE /admin/account/sessions/{id} */
export function endSession(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/sessions/${id}` }));
}

/** DELETE /admin/account/sessions: all but the one that asks. */
export function endOtherSessions(upstream: Upstream): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/sessions` }));
}

/** GET /admin/account/failed-sign-ins */
export function listFailedSignIns(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: `${PATH}/failed-sign-ins` });
}
