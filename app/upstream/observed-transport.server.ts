import { toPattern, upstreamSeconds } from '~/lib/metrics.server';
import { currentRequestId } from '~/lib/request-context.server';
import type { Transport } from './upstream.server';

/** Measures the calls of a transport and sends the request's id along, so that one click can be found in both logs. */
export function observedTransport(transport: Transport, baseUrl: string): Transport {
  const base = new URL(baseUrl).pathname;
  return async (call) => {
    const id = currentRequestId();
    if (id !== undefined) call.init.headers.set('x-request-id', id);
    const path = toPattern(call.url.pathname.slice(base.length));
    const end = upstreamSeconds.startTimer({ method: call.init.method, path });
    try {
      const response = await transport(call);
      end({ status: response.status });
      return response;
    } catch (error) {
      end({ status: 'none' });
      throw error;
    }
  };
}
