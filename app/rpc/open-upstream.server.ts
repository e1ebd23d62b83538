import { getRequest, getRequestHeader, getRequestIP } from '@tanstack/react-start/server';
import { isForScripts } from '~/contract/api-tokens';
import { HTTP_UNAUTHORIZED } from '~/contract/http-status';
import { AppError } from '~/lib/app-error';
import { clientAddress } from '~/lib/client-address.server';
import { getTransport } from './transport.server';
import { createUpstream, type Upstream } from './upstream.server';

/** The API client for the request of a server function, with the address of its browser. */
export function openUpstream(token: string | null): Upstream {
  const { headers, signal: browser } = getRequest();
  const address = clientAddress(headers, getRequestIP());
  const toApi = getTransport(address, headers.get('user-agent'));
  return createUpstream({ ...toApi, token, browser });
}

/** The token that came with the request; one for scripts is no session. @throws AppError 401 */
export function requireToken(): string {
  const token = /^Bearer (\S+)$/.exec(getRequestHeader('authorization') ?? '')?.[1];
  if (!token || isForScripts(token)) {
    throw new AppError({ status: HTTP_UNAUTHORIZED, detail: 'Not authenticated' });
  }
  return token;
}
