import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { toNetwork } from '~/lib/client-address.server';
import type { Db } from '../db/connect.server';
import { ApiError } from '../http/api-error';
import { countAttempt, type AttemptLimit } from './attempt-limits';
import { NETWORK_PREFIX_BITS } from './sign-in-limits';

/** Unknown links that one address may try before it has to wait. */
const UNKNOWN_LINKS: AttemptLimit = {
  name: 'unknown_link',
  attempts: 20,
  windowSeconds: 15 * 60,
  message: 'Too many links that are not valid.',
};

/**
 * Stops an address that tries many links in vain; `work` answers 404 for an unknown one. A link that is known always
 * works: people may share an address, a proxy's for one, with whoever does so.
 * @throws ApiError 429
 */
export async function limitUnknownLinks<T>(
  db: Db,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === HTTP_NOT_FOUND) {
      const network = toNetwork(address, NETWORK_PREFIX_BITS);
      await countAttempt(db, [{ limit: UNKNOWN_LINKS, account: '', network }]);
    }
    throw error;
  }
}
