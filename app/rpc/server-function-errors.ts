import { isNotFound, isRedirect } from '@tanstack/react-router';
import { createMiddleware } from '@tanstack/react-start';
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server';
import { ERROR_CODE_HEADER } from '~/contract/error-codes';
import { HTTP_INTERNAL_SERVER_ERROR } from '~/contract/http-status';
import { apiKind } from '~/lib/api-kind';
import { AppError, clientClosed } from '~/lib/app-error';
import { logUnexpected } from '~/lib/log-unexpected.server';
import { markFunction } from '~/lib/request-context.server';
import { endExpiredSession } from '~/data/session/end-expired-session';
import { getSession } from '~/data/session/session-store';

/** Around every server function: an AppError keeps its status, anything else is logged and a plain 500; a 401 ends the session. */
export const serverFunctionErrors = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const token = getSession()?.token;
    try {
      return await next();
    } catch (error) {
      // The answer to a call of the session before says nothing about the one that has begun since.
      // oxlint-disable-next-line secrets/constant-time -- both are this browser's own
      if (getSession()?.token === token) endExpiredSession(error);
      throw error;
    }
  })
  .server(async ({ next }) => {
    markFunction('started');
    try {
      return await next();
    } catch (error) {
      if (isRedirect(error) || isNotFound(error)) throw error;
      if (error instanceof AppError) {
        setResponseStatus(error.status);
        // It leads to screens of the embedded API: from an external one it is an error like any other.
        if (error.code && apiKind().isEmbedded) setResponseHeader(ERROR_CODE_HEADER, error.code);
        throw error;
      }
      // The browser has left while the API's answer was being read.
      if (error instanceof Error && error.name === 'AbortError') throw clientClosed();
      logUnexpected(error);
      setResponseStatus(HTTP_INTERNAL_SERVER_ERROR);
      throw new AppError({ status: HTTP_INTERNAL_SERVER_ERROR, detail: 'Internal server error' });
    }
  });
