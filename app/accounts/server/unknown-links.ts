import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { VALUE_LABELS } from '~/language/sentences';
import type { Db } from '~/platform/database/connect.server';
import { ApiError } from '~/rpc/embedded/api-error';
import { clientOf, type ApiContext } from '~/rpc/embedded/router';
import { assertAttemptsLeft, countAttempt, type AttemptLimit } from './attempt-limits';
import { createCallQueue } from './call-queue';
import { networkCounter } from './sign-in-limits';

/** Unknown links that one address may try before it has to wait. */
const UNKNOWN_LINKS: AttemptLimit = {
  name: 'unknown_link',
  attempts: 20,
  windowSeconds: 15 * 60,
  message: 'unknown_links',
};

export type LimitUnknownLinks = ReturnType<typeof limitUnknownLinks>;

/**
 * Stops an address that tries many unknown links; `work` answers 404 for an unknown link. Known links
 * always work, since people may share an address, such as a proxy's, with the guesser. Few unknown links
 * are counted at once, so that strangers never hold more connections of the pool.
 * @throws ApiError 429
 */
export function limitUnknownLinks(db: Db) {
  const links = createCallQueue(VALUE_LABELS.links);
  return async <T>(c: ApiContext, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === HTTP_NOT_FOUND) {
        const { address } = clientOf(c);
        const counter = networkCounter(UNKNOWN_LINKS, address);
        await links.run(address, async () => {
          // Write nothing past the limit.
          await assertAttemptsLeft(db, counter);
          await countAttempt(db, [counter]);
        });
      }
      throw error;
    }
  };
}
