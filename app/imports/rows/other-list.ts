import { headingKey } from '~/imports/bulk-columns';
import { remembering } from '~/fields/once-per';
import { isBlankCell, type SheetRow } from '../formats/sheet-row';
import {
  ALL_COLUMNS,
  cellKey,
  NAME_CHARS,
  namesOfOptions,
  NOUNS,
  type Headings,
  type HeadingsJob,
} from './headings';

/** The headings of all imports. */
const NAMES: ReadonlySet<string> = new Set(
  ALL_COLUMNS.flatMap(({ field, label, aliases, record }) =>
    [field, label, ...aliases, ...(record?.nouns ?? [])].map(headingKey),
  ),
);
/** Fewest cells of a row that may begin another list. */
const FEWEST_NAMES = 3;

/**
 * Makes a test for rows below these headings that begin another list without the required columns. Such a row
 * repeats headings beside others, or most of its cells are headings of any import.
 */
export function otherListBelow(
  job: HeadingsJob,
  { row: headings, columns }: Pick<Headings, 'row' | 'columns'>,
): (row: SheetRow) => boolean {
  const own = headings.cells.map((cell) => cellKey(cell));
  const choices = columns.flatMap(({ column }) => (column ? [...namesOfOptions(column)] : []));
  const values = new Set(choices);
  const keyOf = remembering(headingKey);
  return ({ cells, merged }) => {
    if (job.review || merged) return false;
    let [count, names, nouns, same] = [0, 0, 0, 0];
    for (const [at, cell] of cells.entries()) {
      if (isBlankCell(cell)) continue;
      count += 1;
      if (typeof cell !== 'string' || cell.length > NAME_CHARS || /\d/.test(cell)) continue;
      const key = keyOf(cell);
      if (key === '' || values.has(key)) continue;
      const isOwn = key === own[at];
      if (isOwn) same += 1;
      if (isOwn || NAMES.has(key)) names += 1;
      if (NOUNS.has(key)) nouns += 1;
    }
    if (count < FEWEST_NAMES || names * 2 <= count) return false;
    // "Wohnung" and "Mieter" may be values, and so may other words of headings.
    const isEach = names === count;
    return names - nouns >= (same > 0 || isEach ? 1 : FEWEST_NAMES);
  };
}
