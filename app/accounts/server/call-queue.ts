import { toNetwork } from '~/platform/http/proxy.server';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { Semaphore } from '~/platform/semaphore';
import { tooManyRequests } from '~/rpc/embedded/api-error';
import { NETWORK_PREFIX_BITS } from './sign-in-limits';
import { sentence } from '~/language/sentence';

/**
 * Calls that run at once. Hashing a password takes a core for 40 ms and one of Node's four threads for
 * files.
 */
const AT_ONCE = 2;
/** Calls that may wait: about two seconds of work. */
const WAITING_LIMIT = 100;
/** Limit for one address, so that a burst leaves places for everyone else. */
const WAITING_PER_NETWORK = WAITING_LIMIT / 4;
const RETRY_SECONDS = 5;

export type CallQueue = ReturnType<typeof createCallQueue>;

/**
 * Lets a few calls run at once and a limited number wait. Database reads and counts of a call run inside it
 * too: otherwise calls that wait for the rows of their counters would each hold a connection of the pool. A
 * process has four queues: for sign-ins and other calls that hash a password, for counting unknown links,
 * for password resets, and for the OpenID provider.
 * @param what names the calls in the message of the 429
 */
export function createCallQueue(what: string) {
  const calls = new Semaphore({
    permits: AT_ONCE,
    queueLimit: WAITING_LIMIT,
    keyLimit: WAITING_PER_NETWORK,
    busy: () => tooManyRequests(sentence('too_many_calls', { calls: what }), RETRY_SECONDS),
  });
  return {
    /**
     * Runs the work when it is its turn.
     * @throws ApiError 429 with Retry-After if too many wait, in all or of this address
     */
    async run<T>(address: string, work: () => Promise<T>): Promise<T> {
      const network = toNetwork(address, NETWORK_PREFIX_BITS);
      const release = await outsideTimeLimit(() => calls.acquire(undefined, network));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
