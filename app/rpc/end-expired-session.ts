import { HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { AppError } from '~/rpc/errors/app-error';
import { endSession, getSession } from './session-store';

/** Browser side: a call that was rejected with 401 while a token is stored ends the session. */
export function endExpiredSession(error: unknown): void {
  if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED && getSession())
    endSession('expired');
}
