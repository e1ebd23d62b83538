import { readList, UnreadableAnswerError, type UnknownRecord } from '~/fields/reading';
import { parseAnswer } from '~/rpc/wire';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Reads a list response chunk by chunk and yields the records of each chunk, so that only one is in memory.
 * {data: [...]} is read as a whole.
 * @throws UnreadableAnswerError also for a truncated list
 */
export async function* readListStream<T>(
  chunks: AsyncIterable<Uint8Array>,
  readItem: (fields: UnknownRecord) => T,
): AsyncGenerator<T[], void, void> {
  const decoder = new TextDecoder();
  const scanner = new ListScanner(1);
  let isList: boolean | null = null;
  let isComplete = false;
  /** The beginning of an item that continues in the next chunk. If the text is no list, this is all of it. */
  let rest = '';
  for await (const chunk of chunks) {
    const scanned = rest.length;
    rest += decoder.decode(chunk, { stream: true });
    if (isList === null && rest.trim() !== '') isList = rest.trimStart().startsWith('[');
    if (!isList) continue;
    let start = 0;
    let end = 0;
    let next = 0;
    for (let at = scanned; at < rest.length && !isComplete; at += 1) {
      const step = scanner.next(rest.charCodeAt(at));
      if (step === null) continue;
      next = at + 1;
      end = at;
      if (step === 'begin') start = end = next;
      isComplete = step === 'end';
    }
    yield readList(parseAnswer(`[${rest.slice(start, end)}]`), readItem);
    rest = rest.slice(next);
  }
  if (isList === false) yield readList(parseAnswer(rest), readItem);
  else if (!isComplete || rest.trim() !== '') throw new UnreadableAnswerError();
}

/**
 * Finds lists in a JSON text. Works on characters or UTF-8 bytes: no byte of a multi-byte character equals
 * one of these marks.
 */
export class ListScanner {
  private depth = 0;
  private isListed = false;
  private isQuoted = false;
  private isEscaped = false;

  /** Depth of the lists: 1 if the text itself is a list, 2 for the lists of an object. */
  constructor(private readonly level: number) {}

  /** Reports if a list begins after this character, or if an item or the list ends before it. */
  next(code: number): 'begin' | 'item' | 'end' | null {
    if (this.isQuoted) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === BACKSLASH) this.isEscaped = true;
      else this.isQuoted = code !== QUOTE;
    } else if (code === QUOTE) this.isQuoted = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.depth += 1;
      if (this.depth !== this.level || code === OPEN_BRACE) return null;
      this.isListed = true;
      return 'begin';
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.depth -= 1;
      if (!this.isListed || this.depth >= this.level || code === CLOSE_BRACE) return null;
      this.isListed = false;
      return 'end';
    } else if (code === COMMA && this.isListed && this.depth === this.level) return 'item';
    return null;
  }
}
