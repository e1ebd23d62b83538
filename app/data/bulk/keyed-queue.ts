/** Runs work of the same key one after the other, in the order of the calls; that of other keys at once. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves and rejects as the work does. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const own = before ? before.then(work, work) : work();
    const forget = () => {
      if (this.#last.get(key) === own) this.#last.delete(key);
    };
    this.#last.set(key, own);
    own.then(forget, forget);
    return own;
  }
}
