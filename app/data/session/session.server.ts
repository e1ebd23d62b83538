import { HTTP_BAD_GATEWAY } from '~/contract/http-status';
import { fieldsOf, readText } from '~/contract/reading';
import { toLoginPayload, type LoginForm } from '~/contract/session';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';
import { readJson } from '~/upstream/read-json.server';
import type { Upstream } from '~/upstream/upstream.server';
import type { ApiKind } from '../api-kind.server';
import { getCapabilities } from '../capabilities/capabilities.server';

const INVALID_CREDENTIALS = 'Invalid credentials';

/**
 * POST /auth/login. The user is returned as it was sent.
 * @throws AppError with the server's detail, else its message, else "Invalid credentials"
 */
export async function login(upstream: Upstream, form: LoginForm) {
  const response = await upstream
    .call({ method: 'POST', path: '/auth/login', json: toLoginPayload(form) })
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.detail || error.serverMessage) throw error;
      // No answer, or none in time, says nothing about what was typed.
      if (error.statusText === NETWORK_ERROR_MESSAGE) throw error;
      throw new AppError({ status: error.status, detail: INVALID_CREDENTIALS });
    });
  const answer = fieldsOf(await readJson(response));
  const token = readText(answer.access_token);
  const user = fieldsOf(answer.user);
  if (!token) throw new AppError({ status: HTTP_BAD_GATEWAY, detail: INVALID_CREDENTIALS });
  return { token, userJson: JSON.stringify(user), isSuperuser: user.is_superuser === true };
}

/** POST /auth/passkey-options of the embedded API. */
export function getPasskeyOptions(
  upstream: Upstream,
  credentials: Pick<LoginForm, 'email' | 'password'>,
): Promise<Response> {
  const json = toLoginPayload(credentials);
  return upstream.call({ method: 'POST', path: '/auth/passkey-options', json });
}

/** POST /auth/logout where the API offers it: ends the token. An external API has no such call. */
export async function logout(upstream: Upstream, apiKind: ApiKind): Promise<void> {
  const { logout: offered } = await getCapabilities(upstream, apiKind);
  if (offered) await upstream.call({ method: 'POST', path: '/auth/logout' });
}
