import { oncePer } from './once-per';
import { findForms, findText, findWords, hasWords, type FindWords } from './search-text';

/** Texts that are searched on every keystroke, normalized once. */
export interface IndexedText<T> {
  item: T;
  name: string;
  /** The name, and every other text by which the item is found. */
  text: string;
}

/**
 * Writes each form as a line "\n form\n". Then "\n words\n" matches a whole text, and " words" the start of
 * a word.
 */
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

/**
 * Number of ranks: exact match, name begins with the words, word of the name begins with them, name
 * contains them, other texts match.
 */
const RANKS = 5;

/**
 * Writes the search as one text per form: the words joined by blanks, each in this form, or in its last
 * one.
 */
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
 * Items that contain every word, best first, then in the index's order. `isPreferred` puts items first,
 * such as recently opened ones, but not before an exact match with a number, since that means one house.
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
 * have every word of the search. Texts are compared as in the embedded API.
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

/** Each row's texts in comparable form, computed once per list. */
function keysOf<Row>(rows: readonly Row[], name: string, texts: TextsOf<Row>): Keys {
  const keysByName = keysOfRows(rows);
  const keys = keysByName.get(name) ?? rows.map((row) => findText(texts(row).join(' ')));
  keysByName.set(name, keys);
  return keys;
}
