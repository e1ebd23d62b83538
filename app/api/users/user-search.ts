import { and, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** A trigram index cannot find anything shorter inside a text. */
const TRIGRAM_CHARS = 3;

/**
 * Users whose e-mail or name contains every word of a search, in any order, without regard to case and accents. A search
 * of one- and two-letter words matches the beginnings of words: the index supports that, and nobody searches for
 * "contains an a". Undefined for a blank search.
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
