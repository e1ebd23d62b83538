import { DECLARED_CALLS } from './calls';
import { isBodyError } from '~/lib/body-error';
import { errorCode } from '~/lib/file-errors.server';
import type { Log } from '~/lib/log';
import { logger, TEXT_LIMIT_CHARS } from '~/lib/logger.server';
import { upstreamSeconds } from '~/lib/metrics.server';
import { namesIn } from '~/contract/template-pattern';
import { currentRequestId } from '~/lib/request-context.server';
import { sendTrace } from '~/lib/trace.server';
import type { Transport } from './upstream.server';

/** Measures calls, sends the request's id and trace along, and logs why there was no response: the screen says "Network error". */
export function observedTransport(
  transport: Transport,
  baseUrl: string,
  log: Pick<Log, 'warn'> = logger,
): Transport {
  const base = new URL(baseUrl).pathname;
  return async (call) => {
    const id = currentRequestId();
    if (id !== undefined) call.init.headers.set('x-request-id', id);
    sendTrace(call.init.headers);
    const { method, signal } = call.init;
    const path = patternOf(call.url.pathname.slice(base.length));
    const end = upstreamSeconds.startTimer({ method, path });
    try {
      const response = await transport(call);
      end({ status: response.status });
      return response;
    } catch (error) {
      end({ status: 'none' });
      const cause = causeOf(error);
      // A body that the browser broke off is no failure of the API.
      if (!hasLeft(signal) && !isBodyError(cause)) {
        log.warn({ method, path, reason: reasonOf(cause) }, 'The API gave no response');
      }
      throw error;
    }
  };
}

const PATTERNS = [...new Set([...DECLARED_CALLS.values()].map(({ path }) => path))]
  // `/administrators/invitations` is no `/administrators/{id}`.
  .toSorted((a, b) => namesIn(a).length - namesIn(b).length)
  .map((path) => ({
    label: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** The declared path of a call, looked up where labels are made, so that no caller of the API client can choose one. */
function patternOf(path: string): string {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.label ?? '(other)';
}

/** Whether the browser has: it ends its calls itself. A call that took too long ends by TimeoutError. */
function hasLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof Error && reason.name === 'TimeoutError');
}

/** The error's cause: fetch's own message only says that it failed. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.slice(0, TEXT_LIMIT_CHARS) || errorCode(cause) || 'unknown';
}
