interface SemaphoreOptions {
  permits: number;
  /** Number of callers that may wait for a permit; unlimited by default. */
  queueLimit?: number;
  /** Longest wait for a permit; unlimited by default. */
  waitLimitMs?: number;
  /** The error for a full queue or a wait that is too long; required with a limit. */
  busy?: () => Error;
}

/** Runs a few pieces of work at a time; the others wait in line. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue: Array<() => void> = [];
  #running = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  async withPermit<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves to the release, to be called once. @throws the error of `busy`, or the signal's reason */
  async acquire(signal: AbortSignal): Promise<() => void> {
    if (this.#running < this.#options.permits) this.#running += 1;
    else await this.#wait(signal);
    return () => {
      const next = this.#queue.shift();
      // The permit is passed on, so the count stays.
      if (next) next();
      else this.#running -= 1;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    const { queueLimit = Infinity, waitLimitMs, busy = tooMuchWaits } = this.#options;
    if (this.#queue.length >= queueLimit) throw busy();
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        const index = this.#queue.indexOf(start);
        if (index >= 0) this.#queue.splice(index, 1);
        end();
        reject(reason);
      };
      const onAbort = () => leave(signal.reason);
      const timer = waitLimitMs && setTimeout(() => leave(busy()), waitLimitMs);
      const end = () => {
        if (timer) clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const start = () => {
        end();
        resolve();
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      return void this.#queue.push(start);
    });
  }
}

const tooMuchWaits = () => new Error('Too much waits in this line');
