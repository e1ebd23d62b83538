import { readRecord, type UnknownRecord } from '~/fields/reading';
import { parseAnswer } from '~/rpc/wire';
import { ListScanner } from './json-list-stream';

/** Rows that are shown at first, and how many more each click adds. */
export const SHOWN_ROWS = 100;
/** Rows that are in memory at once while all are read. */
const ROWS_AT_ONCE = 1_000;

type ReadItems<T> = (items: unknown) => T[];

/**
 * Rows of a long answer. The browser keeps their text outside of the page's memory. Only rows that are
 * shown or sent next are parsed.
 */
export class AnswerRows<T> {
  /** The first rows, which are shown at once. */
  first: readonly T[] = [];

  constructor(
    private readonly content: Blob,
    /** Offsets at which the rows begin, and the offset after the last one. */
    private readonly starts: readonly number[],
    private readonly readItems: ReadItems<T>,
  ) {}

  get length(): number {
    return Math.max(0, this.starts.length - 1);
  }

  async withFirst(): Promise<this> {
    this.first = await this.read(0, SHOWN_ROWS);
    return this;
  }

  /** Returns the text of these rows as the API sent it, since parsing might change numbers. */
  async text(from = 0, to = this.length): Promise<string> {
    if (from >= this.length) return '[]';
    const [start = 0, end = 0] = [this.starts[from], this.starts[Math.min(to, this.length)]];
    return `[${await this.content.slice(start, end - 1).text()}]`;
  }

  async read(from?: number, to?: number): Promise<T[]> {
    return this.readItems(parseAnswer(await this.text(from, to)));
  }

  /** Reads all rows in batches. */
  async *pieces(): AsyncGenerator<T[], void, void> {
    for (let from = 0; from < this.length; from += ROWS_AT_ONCE)
      yield this.read(from, from + ROWS_AT_ONCE);
  }
}

/**
 * Reads an object without its lists. `fields` has a placeholder for each list; `rows` reads one.
 * @throws UnreadableAnswerError
 */
export async function readLongAnswer(content: Blob) {
  const lists = await findLists(content);
  const parts: BlobPart[] = [];
  let rest = 0;
  for (const [index, { starts, end }] of lists.entries()) {
    parts.push(content.slice(rest, starts[0]), String(index));
    rest = end;
  }
  const short = await new Blob([...parts, content.slice(rest)]).text();
  const fields: UnknownRecord = readRecord(parseAnswer(short));
  return {
    fields,
    rows: <T>(name: string, readItems: ReadItems<T>) => {
      const mark: unknown = fields[name];
      const list = Array.isArray(mark) ? lists[Number(mark[0])] : undefined;
      return new AnswerRows(content, list?.starts ?? [], readItems);
    },
  };
}

const PIECE_BYTES = 1024 * 1024;

/** Finds the byte offsets at which the items of each list of an object begin, and at which the list ends. */
async function findLists(content: Blob) {
  const lists: Array<{ starts: number[]; end: number }> = [];
  const scanner = new ListScanner(2);
  let starts: number[] = [];
  for (let from = 0; from < content.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer());
    for (let at = 0; at < bytes.length; at += 1) {
      const step = scanner.next(bytes[at] ?? 0);
      if (step === null) continue;
      const end = from + at;
      if (step === 'begin') starts = [];
      // Nothing is between the brackets of an empty list.
      const isItem = starts.length !== 1 || (await content.slice(starts[0], end).text()).trim();
      if (isItem) starts.push(end + 1);
      if (step === 'end') lists.push({ starts, end });
    }
  }
  return lists;
}
