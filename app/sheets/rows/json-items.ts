const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const COMMA = 0x2c;
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The text is not a JSON array. */
export class JsonItemsError extends Error {
  override readonly name = 'JsonItemsError';
}

/**
 * Parses a JSON array item by item, so that an array of any length takes the memory of one item.
 * @throws JsonItemsError
 */
export function* jsonItems(text: Buffer): Generator {
  let at = skipSpace(text, 0);
  if (text[at] !== 0x5b) throw new JsonItemsError('An array was expected');
  at = skipSpace(text, at + 1);
  if (text[at] === 0x5d) return assertEnd(text, at + 1);
  for (;;) {
    const end = findItemEnd(text, at);
    yield parse(text.toString('utf8', at, end));
    if (text[end] === 0x5d) return assertEnd(text, end + 1);
    at = end + 1;
  }
}

function parse(item: string): unknown {
  try {
    return JSON.parse(item);
  } catch {
    throw new JsonItemsError('An item is not JSON');
  }
}

function skipSpace(text: Buffer, from: number): number {
  let at = from;
  while (SPACE.has(text[at] ?? 0)) at += 1;
  return at;
}

function assertEnd(text: Buffer, at: number): void {
  if (skipSpace(text, at) !== text.length) throw new JsonItemsError('Text follows the array');
}

/** Where the item that begins at `from` ends: at a comma or bracket of the array itself. */
function findItemEnd(text: Buffer, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPEN.has(byte)) depth += 1;
    else if (depth === 0 && (byte === COMMA || CLOSE.has(byte))) return at;
    else if (CLOSE.has(byte)) depth -= 1;
  }
  throw new JsonItemsError('The array is cut off');
}
