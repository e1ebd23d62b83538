import { oncePer } from './once-per';
import { findForms, findText, findWords, hasWords, type FindWords } from './search-text';

/** Texts that are searched with every letter, normalized once. */
export interface IndexedText<T> {
  item: T;
  name: string;
  /** The name and everything else that finds the item. */
  text: string;
}

/** Each form as a line "\n form\n": then "\n words\n" finds a whole text, " words" the start of a word. */
const lines = (text: string | null) =>
  findForms(text ?? '')
    .map((form) => `\n ${form}\n`)
    .join('');

export function indexTexts<T>(
  items: readonly T[],
  textsOf: (item: T) => readonly [name: string, ...others: ReadonlyArray<string | null>],
): Array<IndexedText<T>> {
  return items.map((item) => {
    const [first, ...others] = textsOf(item);
    const name = lines(first);
    return { item, name, text: name + others.map(lines).join('') };
  });
}

/** Ranks: exact, the name begins with the words, a word of it does, it contains them, only other texts do. */
const RANKS = 5;

/** The search as one text per form: the words joined by blanks, each in this form or else in its last one. */
function phrasesOf(words: FindWords): string[] {
  const lengths = words.map((forms) => forms.length);
  return Array.from(
    { length: Math.max(...lengths) },
    (_, form) => ` ${words.map((forms) => forms[form] ?? forms.at(-1)).join(' ')}`,
  );
}

function rankOf({ name, text }: IndexedText<unknown>, words: FindWords, phrases: string[]): number {
  if (phrases.some((phrase) => text.includes(`\n${phrase}\n`))) return 0;
  if (!hasWords(name, words)) return RANKS - 1;
  if (phrases.some((phrase) => name.includes(`\n${phrase}`))) return 1;
  return phrases.some((phrase) => name.includes(phrase)) ? 2 : 3;
}

/**
 * Items that contain every word, the best first, otherwise in the index's order. `isPreferred` puts items
 * before the others, such as recently opened ones, but not before an exact hit with a number: it means that
 * house.
 */
export function searchIndex<T>(
  index: ReadonlyArray<IndexedText<T>>,
  words: FindWords,
  limit: number,
  isPreferred: (item: T) => boolean = () => false,
): T[] {
  if (words.length === 0) return [];
  const phrases = phrasesOf(words);
  const namesHouse = phrases.some((phrase) => /\d/.test(phrase));
  const ranked = Array.from({ length: 2 * RANKS }, (): T[] => []);
  for (const entry of index) {
    if (!hasWords(entry.text, words)) continue;
    const { item } = entry;
    const rank = rankOf(entry, words, phrases);
    const bucket = ranked[isPreferred(item) || (rank === 0 && namesHouse) ? rank : RANKS + rank];
    if (bucket && bucket.length < limit) bucket.push(item);
  }
  return ranked.flat().slice(0, limit);
}

type TextsOf<Row> = (row: Row) => ReadonlyArray<string | null>;
type Keys = readonly string[];
const keysOfRows = oncePer((_rows: object) => new Map<string, Keys>());

/**
 * Filters loaded rows before the API answers (docs/decisions/0039). A row stays if the texts of each filter
 * have every word that is searched for, compared as the embedded API does.
 */
export function matchingRows<Row>(
  rows: readonly Row[],
  filters: Readonly<Record<string, TextsOf<Row>>>,
  query: ReadonlyArray<readonly [name: string, text: string]>,
): readonly Row[] {
  const checks = query.flatMap(([name, text]) => {
    const words = findWords(text);
    const texts = filters[name];
    return words.length === 0 || !texts ? [] : [{ words, keys: keysOf(rows, name, texts) }];
  });
  if (checks.length === 0) return rows;
  return rows.filter((_, at) => checks.every(({ words, keys }) => hasWords(keys[at] ?? '', words)));
}

/** Each row's texts as they are compared, computed once for a list. */
function keysOf<Row>(rows: readonly Row[], name: string, texts: TextsOf<Row>): Keys {
  const keysByName = keysOfRows(rows);
  const keys = keysByName.get(name) ?? rows.map((row) => findText(texts(row).join(' ')));
  keysByName.set(name, keys);
  return keys;
}
