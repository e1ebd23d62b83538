const COMMA = Buffer.from(',');

/** The inside of a JSON list in pieces of bytes, as they come. */
export class ListText {
  readonly chunks: Uint8Array[] = [];

  /** Adds items with commas between them; an empty text is none. */
  add(items: Uint8Array): void {
    if (items.length === 0) return;
    if (this.chunks.length > 0) this.chunks.push(COMMA);
    this.chunks.push(items);
  }
}
