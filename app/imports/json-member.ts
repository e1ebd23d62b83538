/** Source text of a JSON object's member, since parsing might change numbers. Null without such a member. */
export function jsonMember(text: string, name: string): string | null {
  if (!/^\s*\{/.test(text)) return null;
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g;
  /** 1 between the members. */
  let depth = 0;
  /** Of the member that has begun, and where its value begins. */
  let key: unknown = null;
  let start = 0;
  while (token.test(text)) {
    const end = token.lastIndex;
    const char = text[end - 1];
    if (char === '{' || char === '[') depth += 1;
    if (depth === 1) {
      if (char === ',' || char === '}') {
        if (key === name) return text.slice(start, end - 1).trim();
        key = null;
      }
      if (char === '"' && key === null) {
        key = JSON.parse(text.slice(start, end));
        start = text.indexOf(':', end) + 1;
      } else if (key === null) start = end;
    }
    if (char === '}' || char === ']') depth -= 1;
  }
  return null;
}
