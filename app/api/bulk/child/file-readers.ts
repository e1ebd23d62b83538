import { Semaphore } from '~/lib/semaphore';
import { ApiError } from '../../http/api-error';

/**
 * Files that are read at once; each takes up to about 400 MB. Imports acquire the permit before a database connection, so
 * that the pool stays free for other calls.
 */
export const fileReaders = new Semaphore({
  permits: 2,
  queueLimit: 20,
  busy: () =>
    new ApiError(503, 'Too many files are being read. Try again in a minute', [], {
      'retry-after': '60',
    }),
});
