/** How many rows are done. It tells only who subscribes: the rest of a long screen is not rendered for it. */
export class DoneRows {
  #rows = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly rows = (): number => this.#rows;

  readonly tell = (rows: number): void => {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  };
}
