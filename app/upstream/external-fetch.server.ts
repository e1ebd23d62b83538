import { IS_WORKER } from '~/lib/platform';
import type { Transport } from './upstream.server';

/** fetch as Node has it ends a call whose answer or next bytes take more than 300 s. Here nothing does. */
const UNLIMITED = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } };

let dispatcher: Promise<object> | undefined;

/** Sends a call over HTTP. Only the signal ends it: there are no time-outs (docs/decisions/0025). */
export const fetchExternal: Transport = async (request, signal) => {
  // Cloudflare's own fetch has no such limits.
  if (IS_WORKER) return fetch(request, { signal });
  dispatcher ??= createDispatcher();
  // Not the signal of the request: it follows this one through weak references only, and is lost with the request.
  const init = { signal, dispatcher: await dispatcher };
  return fetch(request, init);
};

/** Keeps to the proxy of HTTPS_PROXY where Node is told to (NODE_USE_ENV_PROXY), as its own fetch does. */
async function createDispatcher(): Promise<object> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const Dispatcher = process.env.NODE_USE_ENV_PROXY === '1' ? EnvHttpProxyAgent : Agent;
  return new Dispatcher(UNLIMITED);
}
