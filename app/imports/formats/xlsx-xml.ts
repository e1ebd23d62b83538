/* The few parts of a workbook's XML that are read without a parser. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,4});/gi, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** An attribute of a tag, unescaped. `name` may be a pattern. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

/** The tags of a kind, with or without a namespace prefix. None holds a "<", so a search stays linear. */
export function tags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? [];
}
