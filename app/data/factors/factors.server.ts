import type { TotpConfirmation } from '~/contract/factors';
import type { NewPasskey } from '~/contract/passkeys';
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

/** POST /admin/account/factors/passkeys/options */
export function startPasskey(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/passkeys/options` });
}

/** POST /admin/account/factors/passkeys */
export function addPasskey(upstream: Upstream, passkey: NewPasskey): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/passkeys`, json: passkey });
}

/** DELETE /admin/account/factors/passkeys/{id} */
export function removePasskey(upstream: Upstream, id: number): Promise<null> {
  return drain(upstream.call({ method: 'DELETE', path: `${PATH}/passkeys/${id}` }));
}

/** POST /admin/account/factors/recovery-codes */
export function renewRecoveryCodes(upstream: Upstream): Promise<Response> {
  return upstream.call({ method: 'POST', path: `${PATH}/recovery-codes` });
}
