/** An escape of JSON text. JSON.stringify escapes only lone surrogates, which are half a character. */
const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;
const NOT_STORABLE = /^\\u(?:0000|d)/;

/** JSON text that PostgreSQL accepts as jsonb: NUL and lone surrogates become U+FFFD. */
export function toJsonbText(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (escape) =>
    NOT_STORABLE.test(escape) ? '\uFFFD' : escape,
  );
}
