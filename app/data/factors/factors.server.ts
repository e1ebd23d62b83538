import type { TotpConfirmation } from '~/contract/factors';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';

const PATH = '/admin/account/factors';

/** GET /admin/account/factors of the embedded API. */
export function getFactors(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'GET', path: PATH });
}

/** POST /admin/account/factors/totp */
export function startTotp(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/totp` });
}

/** POST /admin/account/factors/totp/confirmation */
export function confirmTotp(upstream: Upstream, typed: TotpConfirmation): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/totp/confirmation`, json: typed });
}

/** DELETE /admin/account/factors/totp */
export function removeTotp(upstream: Upstream): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/totp` }));
}

/** POST /admin/account/factors/recovery-codes */
export function renewRecoveryCodes(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/recovery-codes` });
}
