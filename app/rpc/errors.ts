import { coded } from '~/language/sentence';
import { createSerializationAdapter, isNotFound, isRedirect } from '@tanstack/react-router';
import { createMiddleware } from '@tanstack/react-start';
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server';
import { HTTP_INTERNAL_SERVER_ERROR, ERROR_CODE_HEADER } from '~/rpc/errors/http-status';
import { endExpiredSession, getSession } from './session-store';
import { apiKind } from './api-kind';
import { AppError, clientClosed } from '~/rpc/errors/app-error';
import { logUnexpected } from '~/platform/logger.server';
import { markFunction } from '~/platform/request-context.server';

/**
 * Error handling of every server function. An AppError keeps its status. Any other error is logged and
 * becomes a plain 500. A 401 ends the session in the browser.
 */
export const serverFunctionErrors = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const token = getSession()?.token;
    try {
      return await next();
    } catch (error) {
      // The answer to a call of an earlier session does not affect the current one.
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
        // These codes lead to screens of the embedded API. From an external API they are ordinary errors.
        if (error.code && apiKind().isEmbedded) setResponseHeader(ERROR_CODE_HEADER, error.code);
        throw error;
      }
      // The browser has disconnected while the API's answer was being read.
      if (error instanceof Error && error.name === 'AbortError') throw clientClosed();
      logUnexpected(error);
      setResponseStatus(HTTP_INTERNAL_SERVER_ERROR);
      throw new AppError({ status: HTTP_INTERNAL_SERVER_ERROR, ...coded('internal_error') });
    }
  });

/** Sends a whole AppError from a server function to the browser. Otherwise only its message would arrive. */
export const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value): value is AppError => value instanceof AppError,
  toSerializable: (error) => ({
    status: error.status,
    detail: error.detail,
    serverMessage: error.serverMessage,
    statusText: error.statusText,
    code: error.code,
    factors: [...error.factors],
    fields: [...error.fields],
    sentence: error.sentence,
  }),
  fromSerializable: (init) => new AppError(init),
});
