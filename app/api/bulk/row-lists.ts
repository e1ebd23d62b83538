import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';

const COMMA = Buffer.from(',');

/** Where the bytes of an answer go; `end` resolves to all of them. */
interface Bytes {
  write(bytes: Uint8Array): Promise<void> | void;
  end(): Promise<readonly Uint8Array[]> | readonly Uint8Array[];
}

function plainBytes(): Bytes {
  const chunks: Uint8Array[] = [];
  return { write: (bytes) => void chunks.push(bytes), end: () => chunks };
}

/** Compresses as fast as it can while the next bytes are made; level 1 as for every answer. */
function gzippedBytes(): Bytes {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => void chunks.push(chunk));
  let taken: Promise<unknown> = Promise.resolve();
  return {
    async write(bytes) {
      await taken;
      if (!gzip.write(bytes)) taken = once(gzip, 'drain');
    },
    async end() {
      const ended = once(gzip, 'end');
      gzip.end();
      await ended;
      return chunks;
    },
  };
}

/**
 * The JSON text of an answer with two lists, {"valid_rows": [...], "invalid_rows": [...], ...}, as bytes: the first list is
 * written, and compressed where the client takes that, while its rows are read; the second one is kept until then.
 */
export class RowLists {
  readonly #bytes: Bytes;
  readonly #invalid: Uint8Array[] = [];
  #hasRows = false;

  constructor({ gzip }: { gzip: boolean }) {
    this.#bytes = gzip ? gzippedBytes() : plainBytes();
  }

  /** Adds rows: the inside of a JSON list; an empty text adds none. */
  async addValid(rows: Uint8Array): Promise<void> {
    if (rows.length === 0) return;
    await this.#bytes.write(this.#hasRows ? COMMA : Buffer.from('{"valid_rows":['));
    this.#hasRows = true;
    await this.#bytes.write(rows);
  }

  addInvalid(rows: Uint8Array): void {
    if (rows.length === 0) return;
    if (this.#invalid.length > 0) this.#invalid.push(COMMA);
    this.#invalid.push(rows);
  }

  /** The whole answer; `rest` is the inside of a JSON object. */
  async end(rest: string): Promise<readonly Uint8Array[]> {
    const start = this.#hasRows ? '' : '{"valid_rows":[';
    await this.#bytes.write(Buffer.from(`${start}],"invalid_rows":[`));
    for (const rows of this.#invalid) await this.#bytes.write(rows);
    await this.#bytes.write(Buffer.from(`],${rest}}`));
    return this.#bytes.end();
  }
}
