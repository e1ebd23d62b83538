import { toNetwork } from '~/platform/http/proxy.server';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { tooManyRequests, type ApiError } from '~/rpc/embedded/api-error';
import { NETWORK_PREFIX_BITS } from './sign-in-limits';

/** Calls that run at once: hashing takes a core for 40 ms and one of Node's four threads for files. */
const AT_ONCE = 2;
/** About two seconds of work. */
const WAITING_LIMIT = 100;
/** The places for one address, so that a burst leaves places for everyone else. */
const WAITING_PER_NETWORK = WAITING_LIMIT / 4;
const RETRY_SECONDS = 5;

export type CallQueue = ReturnType<typeof createCallQueue>;

/**
 * Lets a few calls run at once and a limited number wait; counting and looking up is part of the work. A
 * process has four: for sign-ins and other calls that hash a password, for counting unknown links, for
 * password resets, and for the OpenID provider. Without it, calls that wait for the rows of their counters
 * would each hold a connection of the pool.
 * @param what names the calls in the message of the 429
 */
export function createCallQueue(what: string) {
  let running = 0;
  const waiting: { network: string; start: () => void }[] = [];

  function wait(network: string): Promise<void> {
    const ofNetwork = waiting.filter((entry) => entry.network === network).length;
    if (waiting.length >= WAITING_LIMIT || ofNetwork >= WAITING_PER_NETWORK)
      throw tooManyWait(what);
    return new Promise((start) => waiting.push({ network, start }));
  }

  return {
    /** @throws ApiError 429 with Retry-After when too many wait, in all or of this address */
    async run<T>(address: string, work: () => Promise<T>): Promise<T> {
      if (running < AT_ONCE) running += 1;
      else await outsideTimeLimit(() => wait(toNetwork(address, NETWORK_PREFIX_BITS)));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // The place is passed on, so the count stays.
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}

function tooManyWait(what: string): ApiError {
  return tooManyRequests(`Too many ${what} at once. Try again in a few seconds.`, RETRY_SECONDS);
}
