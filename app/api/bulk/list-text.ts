const COMMA = Buffer.from(',');

/** The inside of a JSON list in pieces of bytes, as they come. */
export class ListText {
  readonly pieces: Uint8Array[] = [];

  /** Adds items with commas between them; an empty text is none. */
  add(items: Uint8Array): void {
    if (items.length === 0) return;
    if (this.pieces.length > 0) this.pieces.push(COMMA);
    this.pieces.push(items);
  }
}
