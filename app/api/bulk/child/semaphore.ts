import { ApiError } from '../../http/api-error';

/** Files that are read at once; each takes up to some 400 MB. */
const READ_AT_ONCE = 2;
const WAITING_LIMIT = 20;

let running = 0;
const waiting: Array<() => void> = [];

/**
 * Does work that reads a file, when its turn has come. Imports take their turn before they take a database connection:
 * the others of the pool stay free for everyone else.
 * @throws ApiError 503 when too many wait already
 */
export async function withPermit<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running < READ_AT_ONCE) running += 1;
  else await wait(signal);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn is handed on, so the count stays.
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
