import { HTTP_SERVICE_UNAVAILABLE } from '~/contract/http-status';
import { Semaphore } from '~/lib/semaphore';
import { TOO_MANY_FILES_MESSAGE } from '~/sheets/formats/limits';
import { ApiError } from '../http/api-error';

/** Files that are read at once; each takes up to about 400 MB. */
const READ_AT_ONCE = 2;

/**
 * Permits for imports, their validation and their undo. They are acquired before a database connection, and imports
 * never hold more than half of the pool: the rest stays free for other calls.
 */
export function createFileReaders(maxConnections: number): Semaphore {
  return new Semaphore({
    permits: Math.max(1, Math.min(READ_AT_ONCE, Math.floor(maxConnections / 2))),
    queueLimit: 20,
    busy: () =>
      new ApiError(HTTP_SERVICE_UNAVAILABLE, TOO_MANY_FILES_MESSAGE, [], {
        'retry-after': '60',
      }),
  });
}
