/** Thousands of rows are answered: the screen is not rendered for each. */
const SHOWN_EVERY_MS = 100;

/** How many rows are done. It tells only who subscribes, ten times a second: the rest of a long screen is not rendered for it. */
export class DoneRows {
  #answered = 0;
  #shown = 0;
  #showing: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly shown = (): number => this.#shown;

  readonly tell = (rows: number): void => {
    this.#answered = rows;
    this.#showing ??= setTimeout(() => {
      this.#showing = undefined;
      this.#show(this.#answered);
    }, SHOWN_EVERY_MS);
  };

  /** Begins at none again. */
  reset(): void {
    this.stop();
    this.#show(0);
  }

  stop(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
  }

  #show(rows: number): void {
    this.#shown = rows;
    for (const listener of this.#listeners) listener();
  }
}
