import { readNumber, readText, type UnknownRecord } from '~/fields/reading';
import { readLongAnswer, type AnswerRows } from './answer-rows';
import {
  readNames,
  readRowErrors,
  readRows,
  readTexts,
  type ReferenceNames,
  type RowError,
} from './bulk-reading';
import type { ProposedRow } from '~/proposals/schema';
import { reviewValuesOf, valuesOf, type EditedType, type ReviewType } from './row-error';
import { reviewedRowSchema, ROW_NUMBER, type ByKey, type ReviewedRow } from './schema';

/** A stored record with its version, and the old and new values of its fields. */
export interface ChangedRow extends ReviewedRow {
  action: 'change';
}

interface CreatedRow {
  action: 'create';
  name: string;
  values: UnknownRecord;
}

type ChangeRow = ChangedRow | CreatedRow;

/** The user's choices for a file whose rows match stored records by key. */
export interface KeyReview {
  emptyCells: ByKey;
  /** True if rows without a matching record are created. */
  creates: boolean;
}

/**
 * The side that has compared the rows and applies them: the API, all rows or none, or this panel, row by
 * row.
 */
type Side = { by: 'api'; kind: EditedType } | { by: 'panel'; kind: ReviewType };

type Source = Side & {
  /** Null if the records were chosen in a list. */
  fileName: string | null;
  /** Set if the file is no export, so that its rows were matched by key. */
  byKey?: KeyReview | undefined;
};

/** Changes of many records. One comparison makes them, one screen shows them and one call applies them. */
export type ChangeSet = Source & {
  changed: AnswerRows<ChangedRow>;
  /** Rows of records that have changed since the export. */
  conflicts: AnswerRows<ChangedRow>;
  created: AnswerRows<CreatedRow>;
  /** Rows that are shown but never applied, with their errors. */
  invalid: AnswerRows<RowError>;
  unchanged: number;
  /** Number of records that the file does not name. They stay. */
  missing: number;
  names: ReferenceNames;
  /** Headings of columns with values that were not read. */
  unread: readonly string[];
  /** The reason given by the person who applies it. The embedded API stores it. */
  reason?: string;
};
export type PanelChanges = Extract<ChangeSet, { by: 'panel' }>;

/** Reads the change set of a review, from either side. @throws UnreadableAnswerError */
export async function changeSetOf(review: Blob, source: Source): Promise<ChangeSet> {
  const { fields, rows } = await readLongAnswer(review);
  return {
    ...source,
    changed: await rows('changed', readChanged).withFirst(),
    conflicts: await rows('conflicts', readChanged).withFirst(),
    created: await rows('new_rows', readCreated).withFirst(),
    invalid: await rows('invalid_rows', readRowErrors).withFirst(),
    unchanged: readNumber(fields.unchanged) ?? 0,
    missing: readNumber(fields.missing) ?? 0,
    names: readNames(fields.names),
    unread: await rows('unread', readTexts).read(),
  };
}

const readChanged = (items: unknown): ChangedRow[] =>
  reviewedRowSchema
    .array()
    .parse(items)
    .map((row) => Object.assign(row, { action: 'change' } as const));

const readCreated = (items: unknown): CreatedRow[] =>
  readRows(items).map((values) => {
    const name = readText(values.name ?? values.apartment_number) ?? '';
    return { action: 'create', name, values };
  });

/** A row with its place in the set. Changed rows come first, then conflicts, then new rows. */
export type PlacedRow = ChangeRow & { place: number };
export type IsChosen = (place: number) => boolean;

/** Reads the chosen rows in their order, in batches. */
export async function* chosenRows(
  { changed, conflicts, created }: ChangeSet,
  isChosen: IsChosen,
): AsyncGenerator<PlacedRow[], void, void> {
  const lists: ReadonlyArray<AnswerRows<ChangeRow>> = [changed, conflicts, created];
  let before = 0;
  for (const listed of lists)
    for await (const rows of listed.pieces()) {
      const first = before;
      const placed = rows.map((row, index) => ({ ...row, place: first + index }));
      yield placed.filter(({ place }) => isChosen(place));
      before += rows.length;
    }
}

/** A new record as a proposal contains it: without the row's number in the file. */
export function proposedNew(row: UnknownRecord): ProposedRow {
  const { [ROW_NUMBER]: _, ...values } = row;
  return { action: 'create', values: reviewValuesOf(values) };
}

/** The chosen rows of a change set as rows of a proposal, with the versions that were reviewed. */
export async function proposedRows(set: ChangeSet, isChosen: IsChosen): Promise<ProposedRow[]> {
  const proposed: ProposedRow[] = [];
  for await (const rows of chosenRows(set, isChosen))
    for (const row of rows)
      proposed.push(row.action === 'create' ? proposedNew(row.values) : changeOf(row));
  return proposed;
}

function changeOf({ id, version, changes }: ChangedRow): ProposedRow {
  return { action: 'change', id, version, values: valuesOf(changes, 'new') };
}
