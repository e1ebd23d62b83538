/** Items per piece: small enough that sending a piece holds no one up. */
const ITEMS_PER_PIECE = 500;

/** The items of a JSON list as text, put together a few at a time. */
export class AnswerText {
  #pieces: string[] = [];
  #items: string[] = [];
  #count = 0;

  add(item: string): void {
    this.#count += 1;
    if (this.#items.push(item) === ITEMS_PER_PIECE) this.#flush();
  }

  get count(): number {
    return this.#count;
  }

  /** The pieces, commas included, brackets not. */
  pieces(): readonly string[] {
    this.#flush();
    return this.#pieces;
  }

  #flush(): void {
    if (this.#items.length === 0) return;
    const text = this.#items.join(',');
    this.#pieces.push(this.#pieces.length === 0 ? text : `,${text}`);
    this.#items = [];
  }
}
