/** An escape of JSON text. JSON.stringify escapes a surrogate only where it is alone, which is half of a character. */
const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;
const NOT_STORABLE = /^\\u(?:0000|d)/;

/** JSON text that PostgreSQL takes as jsonb: NUL and halves of characters become U+FFFD, as halves do in a column. */
export function toJsonbText(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (escape) =>
    NOT_STORABLE.test(escape) ? '\uFFFD' : escape,
  );
}
