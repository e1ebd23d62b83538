import { and, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** A trigram index can't help to find anything shorter inside a text. */
const TRIGRAM_CHARS = 3;

/**
 * Users whose e-mail or name holds every word of a search, in any order, without regard to case and accents. A search
 * of one- and two-letter words looks for words that begin so: the index can answer that, and "contains an a" is nobody's
 * question. Nothing for a blank search.
 */
export function matchesWords(key: AnyColumn, search: string | undefined): SQL | undefined {
  const words = (search ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  const long = words.some((word) => Array.from(word).length >= TRIGRAM_CHARS);
  return and(...words.map((word) => (long ? containsWord(key, word) : beginsWord(key, word))));
}

function containsWord(key: AnyColumn, word: string): SQL {
  return sql`${key} like search_pattern(${word})`;
}

/** search_pattern() is "%word%"; without its first character it is "word%". */
function beginsWord(key: AnyColumn, word: string): SQL | undefined {
  const pattern = sql`substr(search_pattern(${word}), 2)`;
  return or(sql`${key} like ${pattern}`, sql`${key} like '% ' || ${pattern}`);
}
