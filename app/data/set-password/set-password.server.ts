import { HTTP_NOT_FOUND } from '~/contract/http-status';
import type { SetPasswordPayload } from '~/contract/new-password';
import { fieldsOf, readText } from '~/contract/reading';
import { AppError } from '~/lib/app-error';
import { drain } from '~/upstream/drain.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ApiKind } from '../api-kind.server';

const PATH = '/auth/set-password';

/** GET /auth/set-password?token= of the embedded API: whose password the link sets. */
export async function getPasswordLink(
  upstream: Upstream,
  token: string,
  apiKind: ApiKind,
): Promise<{ email: string | null }> {
  requireEmbedded(apiKind);
  const response = await upstream.call({ method: 'GET', path: PATH, query: { token } });
  return { email: readText(fieldsOf(await response.json()).email) };
}

/** POST /auth/set-password of the embedded API. */
export async function setPassword(
  upstream: Upstream,
  payload: SetPasswordPayload,
  apiKind: ApiKind,
): Promise<null> {
  requireEmbedded(apiKind);
  return drain(upstream.call({ method: 'POST', path: PATH, json: payload }));
}

function requireEmbedded({ isExternal }: ApiKind): void {
  if (isExternal) {
    throw new AppError({
      status: HTTP_NOT_FOUND,
      detail: 'Passwords are not set at this address.',
    });
  }
}
