import { searchText } from '~/fields/search-text';

/** Texts that are searched with every letter, normalized once. */
export interface IndexedText<T> {
  item: T;
  /** Behind a blank, so that one search finds what begins a word. */
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
    return { item, name: ` ${searchText(name)}`, text: searchText([name, ...others].join(' ')) };
  });
}

/** The words of a query, normalized as the index is. */
export function wordsOf(query: string): string[] {
  return searchText(query).split(/\s+/).filter(Boolean);
}

export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Ranks: the name begins with the words, a word of it does, it contains them, only other texts do. */
const RANKS = 4;

/** Rank of an entry whose name has the words; `phrase` is the words after a blank. */
function rankOfName(name: string, phrase: string): number {
  if (name.startsWith(phrase)) return 0;
  return name.includes(phrase) ? 1 : 2;
}

/**
 * Items that contain every word, the best first, otherwise in the index's order. `isPreferred` puts items
 * before all others, such as recently opened ones.
 */
export function searchIndex<T>(
  index: ReadonlyArray<IndexedText<T>>,
  words: readonly string[],
  limit: number,
  isPreferred: (item: T) => boolean = () => false,
): T[] {
  if (words.length === 0) return [];
  const phrase = ` ${words.join(' ')}`;
  const ranked = Array.from({ length: 2 * RANKS }, (): T[] => []);
  for (const { item, name, text } of index) {
    const isInName = hasWords(name, words);
    const rank = isInName ? rankOfName(name, phrase) : RANKS - 1;
    const bucket = ranked[isPreferred(item) ? rank : RANKS + rank];
    // The whole text is checked only if it can matter: every letter searches all buildings.
    if (bucket && bucket.length < limit && (isInName || hasWords(text, words))) bucket.push(item);
  }
  return ranked.flat().slice(0, limit);
}
