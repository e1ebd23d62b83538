const SPACE = /\s/;

/**
 * The text of one member of a JSON object, byte for byte: parsing and writing it again would change numbers that
 * JavaScript cannot hold. The text must be valid JSON. Null where there is no such member.
 */
export function jsonMember(text: string, name: string): string | null {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return null;
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (key === name) return text.slice(start, end).trimEnd();
    at = skipSpace(text, end + 1);
  }
  return null;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text[at] ?? '')) at += 1;
  return at;
}

/** The index after a string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return text.length;
}

/** The index of the comma or bracket that ends a member's value. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (depth === 0 && (char === ',' || char === '}')) return at;
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    at += 1;
  }
  return at;
}
