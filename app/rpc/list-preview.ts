import { searchText } from '~/contract/search-text';
import { oncePer } from '~/lib/once-per';

/* A preview from the loaded rows before the API has answered (docs/behaviour/lists.md). */

/** Stands between texts that are searched as one, as in the database: no search spans it. */
const JOINT = '\u001f';

type TextsOf<Row> = (row: Row) => ReadonlyArray<string | null>;
type Keys = readonly string[];
const keysOfRows = oncePer((_rows: object) => new Map<string, Keys>());

/** The rows in which each filter's texts contain what is wanted of them, compared as the embedded API does. */
export function matchingRows<Row>(
  rows: readonly Row[],
  filters: Readonly<Record<string, TextsOf<Row>>>,
  wanted: ReadonlyArray<readonly [name: string, text: string]>,
): readonly Row[] {
  const checks = wanted.flatMap(([name, text]) => {
    const key = searchText(text).trim();
    const texts = filters[name];
    return key === '' || !texts ? [] : [{ key, keys: keysOf(rows, name, texts) }];
  });
  if (checks.length === 0) return rows;
  return rows.filter((_, at) => checks.every(({ key, keys }) => keys[at]?.includes(key)));
}

/** Each row's texts as they are compared, computed once for a list. */
function keysOf<Row>(rows: readonly Row[], name: string, texts: TextsOf<Row>): Keys {
  const known = keysOfRows(rows);
  const keys = known.get(name) ?? rows.map((row) => searchText(texts(row).join(JOINT)));
  known.set(name, keys);
  return keys;
}
