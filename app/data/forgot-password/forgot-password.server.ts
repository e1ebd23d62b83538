import type { ForgotPassword } from '~/contract/forgot-password';
import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ApiKind } from '../api-kind.server';

/** POST /auth/forgot-password of the embedded API. */
export function requestPasswordReset(
  upstream: Upstream,
  payload: ForgotPassword,
  { isExternal }: ApiKind,
): Promise<null> {
  if (isExternal) {
    throw new AppError({
      status: HTTP_NOT_FOUND,
      detail: 'Passwords are not set at this address.',
    });
  }
  return drain(upstream.call({ method: 'POST', path: '/auth/forgot-password', json: payload }));
}
