import { HTTP_BAD_GATEWAY, HTTP_GATEWAY_TIMEOUT } from '~/contract/http-status';
import { AppError, clientClosed, NETWORK_ERROR_MESSAGE } from '~/lib/app-error';

interface CallSignalOptions {
  /** The call changes nothing: nobody misses it once the browser has left. */
  isRead: boolean;
  /** Aborted when the browser closes its connection. */
  browser: AbortSignal | undefined;
  /** For the whole call, response body included; undefined: it may take any time. */
  limitMs: number | undefined;
}

/** The reasons that can end a call to the API early. */
export interface CallSignal {
  signal: AbortSignal;
  /** The error of a call without a response. */
  toError: () => AppError;
}

/** A change is never ended by the browser: nobody would know whether it has happened. */
export function callSignal({ isRead, browser, limitMs }: CallSignalOptions): CallSignal {
  const timeout = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs);
  const signals = [isRead ? browser : undefined, timeout].filter((one) => one !== undefined);
  return {
    signal: AbortSignal.any(signals),
    toError() {
      if (browser?.aborted) return clientClosed();
      const status = timeout?.aborted ? HTTP_GATEWAY_TIMEOUT : HTTP_BAD_GATEWAY;
      return new AppError({ status, statusText: NETWORK_ERROR_MESSAGE });
    },
  };
}
