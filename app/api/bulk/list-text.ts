const COMMA = Buffer.from(',');

/** Collects the inside of a JSON list as chunks of bytes. */
export class ListText {
  readonly chunks: Uint8Array[] = [];

  /** Adds items with commas between them; an empty text adds none. */
  add(items: Uint8Array): void {
    if (items.length === 0) return;
    if (this.chunks.length > 0) this.chunks.push(COMMA);
    this.chunks.push(items);
  }
}
