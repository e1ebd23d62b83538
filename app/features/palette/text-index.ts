import { searchText } from '~/contract/search-text';

/** Texts that are searched with every letter, normalized once. */
export interface IndexedText<T> {
  item: T;
  name: string;
  /** The name and everything else that finds the item. */
  text: string;
}

export function indexTexts<T>(
  items: readonly T[],
  textsOf: (item: T) => readonly [name: string, ...others: ReadonlyArray<string | null>],
): Array<IndexedText<T>> {
  return items.map((item) => {
    const [name, ...others] = textsOf(item);
    return { item, name: searchText(name), text: searchText([name, ...others].join(' ')) };
  });
}

/** The words of a query, normalized as the index is. */
export function wordsOf(query: string): string[] {
  return searchText(query).split(/\s+/).filter(Boolean);
}

/** Whether every word is somewhere in the text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** From the best: the name begins with the words, a word of it does, it contains them, or only the other texts do. */
const RANKS = 4;

function rankOf({ name, text }: IndexedText<unknown>, words: readonly string[]): number | null {
  if (!hasWords(text, words)) return null;
  const phrase = words.join(' ');
  if (name.startsWith(phrase)) return 0;
  if (` ${name}`.includes(` ${phrase}`)) return 1;
  return hasWords(name, words) ? 2 : RANKS - 1;
}

/**
 * The items that have every word, the best ones first, in the index's order where they are equally good. `isPreferred`
 * puts items before all others, such as those that were opened lately.
 */
export function searchIndex<T>(
  index: ReadonlyArray<IndexedText<T>>,
  words: readonly string[],
  limit: number,
  isPreferred: (item: T) => boolean = () => false,
): T[] {
  if (words.length === 0) return [];
  const ranked = Array.from({ length: 2 * RANKS }, (): T[] => []);
  for (const entry of index) {
    const rank = rankOf(entry, words);
    if (rank === null) continue;
    const bucket = ranked[isPreferred(entry.item) ? rank : RANKS + rank];
    if (bucket && bucket.length < limit) bucket.push(entry.item);
  }
  return ranked.flat().slice(0, limit);
}
