import { ApiError } from '../../http/api-error';

/** Files that are read at once; each takes up to about 400 MB. */
const READ_AT_ONCE = 2;
const WAITING_LIMIT = 20;

let running = 0;
const waiting: Array<() => void> = [];

/**
 * Runs work that reads a file, as soon as a permit is free. Imports acquire the permit before a database connection, so
 * that the pool stays free for other calls.
 * @throws ApiError 503 when too many are waiting
 */
export async function withPermit<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running < READ_AT_ONCE) running += 1;
  else await wait(signal);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The permit is passed on, so the count stays.
    if (next) next();
    else running -= 1;
  }
}

function wait(signal: AbortSignal): Promise<void> {
  if (waiting.length >= WAITING_LIMIT) {
    throw new ApiError(503, 'Too many files are being read. Try again in a minute', [], {
      'retry-after': '60',
    });
  }
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      const place = waiting.indexOf(start);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(start);
  });
}
