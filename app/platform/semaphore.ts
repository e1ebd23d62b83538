interface SemaphoreOptions {
  permits: number;
  /** Number of callers that may wait for a permit, by default unlimited. */
  queueLimit?: number;
  /** Number of waiting callers per key, so that one key leaves places for the others. */
  keyLimit?: number;
  /** Longest wait for a permit, by default unlimited. */
  waitLimitMs?: number;
  /** Makes the error for a full queue or a wait that is too long. Required with a limit. */
  busy?: () => Error;
}

/** Runs a limited number of tasks at a time. The others wait in line. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue: { key: string; start: () => void }[] = [];
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

  /**
   * Resolves to the function that releases the permit, to be called once.
   * @throws the error of `busy`, or the signal's reason
   */
  async acquire(signal?: AbortSignal, key = ''): Promise<() => void> {
    if (this.#running < this.#options.permits) this.#running += 1;
    else await this.#wait(key, signal);
    return () => {
      const next = this.#queue.shift();
      // The permit goes to the next caller, so the count stays.
      if (next) next.start();
      else this.#running -= 1;
    };
  }

  #wait(key: string, signal?: AbortSignal): Promise<void> {
    const { queueLimit = Infinity, keyLimit = Infinity, waitLimitMs } = this.#options;
    const { busy = tooManyWaiting } = this.#options;
    const ofKey = this.#queue.filter((entry) => entry.key === key);
    if (this.#queue.length >= queueLimit || ofKey.length >= keyLimit) throw busy();
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        const index = this.#queue.findIndex((entry) => entry.start === start);
        if (index >= 0) this.#queue.splice(index, 1);
        end();
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const timer = waitLimitMs && setTimeout(() => leave(busy()), waitLimitMs);
      const end = () => {
        if (timer) clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const start = () => {
        end();
        resolve();
      };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      return void this.#queue.push({ key, start });
    });
  }
}

const tooManyWaiting = () => new Error('Too many callers are waiting');
