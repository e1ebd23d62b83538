import { readList, UnreadableAnswerError, type Fields } from '~/fields/reading';
import { parseAnswer } from '~/rpc/wire';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Reads a list response chunk by chunk and yields the records of each, so that only one chunk is in memory.
 * {data: [...]} is read as a whole.
 * @throws UnreadableAnswerError also for a truncated list
 */
export async function* readListStream<T>(
  chunks: AsyncIterable<Uint8Array>,
  readItem: (fields: Fields) => T,
): AsyncGenerator<T[], void, void> {
  const decoder = new TextDecoder();
  const items = new ItemSplitter();
  let whole: string | null = null;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (whole === null && items.startsAsArray(text) === false) whole = '';
    if (whole !== null) whole += text;
    else yield readList(parseAnswer(`[${items.push(text).join(',')}]`), readItem);
  }
  if (whole !== null) yield readList(parseAnswer(whole), readItem);
  else if (!items.isComplete) throw new UnreadableAnswerError();
}

/** Splits the text of a JSON array into the texts of its items. */
class ItemSplitter {
  isComplete = false;
  /** The beginning of an item that continues in the next chunk. */
  private rest = '';
  /** 1 between the items of the array. */
  private depth = 0;
  private quoted = false;
  private escaped = false;

  /** True if the response is an array; undefined before its first character. */
  startsAsArray(text: string): boolean | undefined {
    if (this.depth > 0 || this.isComplete) return true;
    const first = text.trimStart();
    return first === '' ? undefined : first.charCodeAt(0) === OPEN_BRACKET;
  }

  /** The items that end in this piece. */
  push(text: string): string[] {
    const items: string[] = [];
    let from = 0;
    const take = (end: number) => {
      const item = this.rest + text.slice(from, end);
      this.rest = '';
      from = end + 1;
      if (item.trim() !== '') items.push(item);
    };
    for (let at = 0; at < text.length && !this.isComplete; at += 1) {
      const char = text.charCodeAt(at);
      if (this.quoted) this.readQuoted(char);
      else if (char === QUOTE) this.quoted = true;
      else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
        if (this.depth === 0) from = at + 1;
        this.depth += 1;
      } else if (char === COMMA && this.depth === 1) take(at);
      else if (char === CLOSE_BRACKET || (char === CLOSE_BRACE && this.depth > 1)) {
        this.depth -= 1;
        this.isComplete = this.depth === 0;
        if (this.isComplete) take(at);
      }
    }
    if (this.isComplete && text.slice(from).trim() !== '') throw new UnreadableAnswerError();
    this.rest += text.slice(from);
    return items;
  }

  private readQuoted(char: number): void {
    if (this.escaped) this.escaped = false;
    else if (char === BACKSLASH) this.escaped = true;
    else if (char === QUOTE) this.quoted = false;
  }
}
