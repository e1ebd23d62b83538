import type { BulkReview, ReviewedRow } from '~/contract/bulk-review';
import type { Fields } from '~/contract/reading';

/** The ids of rows that are left out, of conflicts whose file values win, and whether new rows are created. */
export interface ReviewChoice {
  leftOut: ReadonlySet<number>;
  mine: ReadonlySet<number>;
  creates: boolean;
}

/** Every changed and new row is applied; in a conflict what is stored stays. */
export const FIRST_CHOICE: ReviewChoice = { leftOut: new Set(), mine: new Set(), creates: true };

/** The rows of a choice. */
export function chosenRows(
  { changed, conflicts, new_rows }: Pick<BulkReview, 'changed' | 'conflicts' | 'new_rows'>,
  { leftOut, mine, creates }: ReviewChoice,
): { changed: ReviewedRow[]; created: readonly Fields[] } {
  return {
    changed: [
      ...changed.filter(({ id }) => !leftOut.has(id)),
      ...conflicts.filter(({ id }) => mine.has(id)),
    ],
    created: creates ? new_rows : [],
  };
}

/** A set with or without one entry. */
export function toggled(set: ReadonlySet<number>, entry: number, included: boolean): Set<number> {
  const next = new Set(set);
  if (included) next.add(entry);
  else next.delete(entry);
  return next;
}
