import { readText, type Fields } from '~/fields/reading';
import { readRowErrors, type RowError } from './bulk-reading';
import type { EditedType, ReviewType } from './row-error';
import type { BulkReview, ByKey, ReviewedRow } from './schema';

/** A stored record with its version, and old and new values of its fields. */
interface ChangedRow extends ReviewedRow {
  action: 'change';
  /** The record was changed since the export. */
  isConflict: boolean;
}

/** A new record. It has an id once it is created, if the API says it. */
interface CreatedRow {
  action: 'create';
  id: number | null;
  name: string;
  values: Fields;
}

/** An invalid row: it is shown and never applied. */
interface LeftRow {
  action: 'leave';
  problem: RowError;
}

/** One record, and what is meant with it. */
export type ChangeRow = ChangedRow | CreatedRow | LeftRow;
export type RowOf<Action extends ChangeRow['action']> = Extract<ChangeRow, { action: Action }>;

/** Choices of a review of rows that fit stored records. */
export interface KeyReview {
  emptyCells: ByKey;
  /** True if rows that fit none are to be created. */
  creates: boolean;
}

/** The side that has compared it, and applies it: the API, all rows or none, or this panel, row by row. */
type Side = { by: 'api'; kind: EditedType } | { by: 'panel'; kind: ReviewType };

type Source = Side & {
  /** Null for records that were chosen in a list. */
  fileName: string | null;
  /** The file is no export: its rows were found by their key. */
  byKey?: KeyReview | undefined;
};

/** Changes of many records, as one comparison makes them, one screen shows them and one call applies them. */
export type ChangeSet = Source &
  Pick<BulkReview, 'names' | 'unread' | 'unchanged' | 'missing'> & {
    rows: readonly ChangeRow[];
    /** Why, in the words of who applies it; the embedded API keeps it. */
    reason?: string;
  };
export type PanelChanges = Extract<ChangeSet, { by: 'panel' }>;

/** The change set of a review as either side answers it. */
export function changeSetOf(
  { changed, conflicts, new_rows, invalid_rows, ...counts }: BulkReview,
  source: Source,
): ChangeSet {
  const rows: ChangeRow[] = [
    ...changed.map((row) => ({ ...row, action: 'change', isConflict: false }) as const),
    ...conflicts.map((row) => ({ ...row, action: 'change', isConflict: true }) as const),
    ...new_rows.map((values) => {
      const name = readText(values.name ?? values.apartment_number) ?? '';
      return { action: 'create', id: null, name, values } as const;
    }),
    ...readRowErrors(invalid_rows).map((problem) => ({ action: 'leave', problem }) as const),
  ];
  return { ...counts, ...source, rows };
}

export function rowsOf<Action extends ChangeRow['action']>(
  rows: readonly ChangeRow[],
  action: Action,
): RowOf<Action>[];
export function rowsOf(rows: readonly ChangeRow[], action: string): ChangeRow[] {
  return rows.filter((row) => row.action === action);
}
