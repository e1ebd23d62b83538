import type { BulkType } from '~/imports/schema';
import {
  BULK_COLUMNS,
  headingKey,
  missingColumns,
  type BulkColumn,
  type MatchedColumn,
} from '~/imports/bulk-columns';
import { readRecordHeading } from '~/imports/import-heading';
import { isEditedExport, REVIEW_MARKS } from '~/imports/row-error';
import { oncePer } from '~/fields/once-per';
import { removeFormulaGuards } from '~/fields/csv-text';
import {
  COLUMN_LIMIT,
  isBlankCell,
  shownOf,
  type Cell,
  type SheetCell,
  type SheetRow,
  type Table,
} from '../formats/sheet-row';
import type { ReadingJob } from './message';
import { fieldsOfColumn, matchAddressParts } from './address-columns';

export interface MatchedHeadings {
  columns: readonly MatchedColumn[];
  /** Required fields without a column. */
  missing: readonly BulkColumn[];
}

/** A heading as it is compared: read once, since each column asks. */
interface HeadingText {
  key: string;
  record: ReturnType<typeof readRecordHeading>;
}

type Matcher = (column: BulkColumn) => (heading: HeadingText) => boolean;

/** From the most to the least specific name; earlier ones take precedence. */
const MATCHERS: readonly Matcher[] = [
  isOneOf(({ field }) => [field]),
  isOneOf(({ label }) => [label]),
  isOneOf(({ aliases }) => aliases),
  oncePer(namesRecord),
];

function isOneOf(namesOf: (column: BulkColumn) => readonly string[]): Matcher {
  return oncePer((column: BulkColumn) => {
    const names = new Set(namesOf(column).map(headingKey));
    return ({ key }: HeadingText) => names.has(key);
  });
}

/** A heading in words of its own: "Nr. der Wohnung", "Name of the building". */
function namesRecord({ record }: BulkColumn): (heading: HeadingText) => boolean {
  const nouns = new Set(record?.nouns.map(headingKey));
  return ({ record: { noun, says } }) =>
    nouns.has(noun) && (says === null || record?.says.some((one) => one === says) === true);
}

/** Finds columns by any known name. `chosen`, the user's mapping, comes first; "" leaves one out. */
export function matchHeadings(
  type: BulkType,
  cells: readonly SheetCell[],
  chosen: Readonly<Record<string, string>> = {},
  below: readonly SheetCell[] = [],
): MatchedHeadings {
  const fields = BULK_COLUMNS[type];
  const columns: MatchedColumn[] = [];
  for (const [index, cell] of cells.entries()) {
    if (isBlankCell(cell)) continue;
    columns.push({ index, heading: String(shownOf(cell)).trim(), column: null });
  }
  const matched = new Set<BulkColumn>();
  const unmatched = new Map(
    columns.map((one) => [
      one,
      { key: headingKey(one.heading), record: readRecordHeading(one.heading) },
    ]),
  );
  const match = (target: MatchedColumn, column: BulkColumn) => {
    target.column = column;
    matched.add(column);
    unmatched.delete(target);
  };
  for (const target of columns) {
    const choice = Object.hasOwn(chosen, target.heading) ? chosen[target.heading] : undefined;
    if (choice === undefined) continue;
    const column = fields.find(({ field }) => field === choice);
    if (choice === '') unmatched.delete(target);
    else if (column && !matched.has(column)) match(target, column);
  }
  for (const matcher of MATCHERS) {
    for (const column of fields) {
      if (matched.has(column)) continue;
      const isNamed = matcher(column);
      const [target] = [...unmatched].find(([, heading]) => isNamed(heading)) ?? [];
      if (target) match(target, column);
    }
  }
  matchAddressParts(type, columns, below);
  const read = new Set(columns.flatMap(fieldsOfColumn));
  return { columns, missing: missingColumns(type, read) };
}

/** Rows at the beginning of a table that its headings are looked for in, blank ones aside. */
export const HEADING_ROWS_LIMIT = 40;

/** The part of a job that `findHeadings` needs. */
type HeadingsJob = Pick<ReadingJob, 'type' | 'review' | 'columns' | 'condoId' | 'headingRow'>;

/** A row as the headings of a table. */
export interface Headings extends Table {
  columns: readonly MatchedColumn[];
  /** The caller's building, and the role that the heading of names says, for rows without a column for it. */
  filled: ReadonlyMap<string, Cell>;
  /** The columns that it would have to name as well. */
  missing: readonly string[];
}

const COMPLETE = 1_000;

/**
 * The first of the first rows that names all required columns, else all but the caller's building, else the
 * one that names most: above a table there may be titles, a date or a note. Chooses also between the sheets
 * of a workbook and between the separators of a text file, by `fit`. Null without rows.
 */
export function findHeadings(job: HeadingsJob, rows: readonly SheetRow[]): Headings | null {
  const first = rows.slice(0, HEADING_ROWS_LIMIT);
  const most = Math.max(0, ...first.map(countCells));
  const candidates = first
    .map((row, index) => readHeadings(job, { row, below: rows[index + 1] }, index, most))
    .filter(({ row }) => job.headingRow === undefined || row.number === job.headingRow);
  return candidates.toSorted((a, b) => b.fit - a.fit)[0] ?? null;
}

export function countCells({ cells }: SheetRow): number {
  return cells.reduce<number>((count, cell) => (isBlankCell(cell) ? count : count + 1), 0);
}

/** A cell without what keeps spreadsheets from running it as a formula. */
export function withoutGuards(cell: SheetCell): SheetCell {
  return typeof cell === 'string' ? removeFormulaGuards(cell) : cell;
}

/** The role in the heading of the column with the names: "Mieter", "Nom du locataire". */
function roleInHeading(columns: readonly MatchedColumn[]): string | undefined {
  const names = columns.find(({ column }) => column?.field === 'last_name');
  const { noun } = readRecordHeading(names?.heading ?? '');
  return BULK_COLUMNS.tenancy
    .flatMap(({ options }) => options)
    .find(({ value, synonyms }) => [value, ...synonyms].some((name) => headingKey(name) === noun))
    ?.value;
}

/** The screen proposes them for the rows of a file without them, from the postcodes. */
const PROPOSED = new Set(['state', 'country']);

function readHeadings(
  job: HeadingsJob,
  { row, below }: { row: SheetRow; below: SheetRow | undefined },
  index: number,
  most: number,
): Headings {
  const count = countCells(row);
  // Too many columns are an error of their own, if no other row has the headings.
  const cells = count > COLUMN_LIMIT ? [] : row.cells.map(withoutGuards);
  const { columns, missing } = matchHeadings(job.type, cells, job.columns, below?.cells);
  const filled = new Map<string, Cell>();
  const headings = columns.map(({ heading }) => heading);
  const matched = columns.filter((one) =>
    fieldsOfColumn(one).some((field) => field !== null),
  ).length;
  // Where nothing is known a row with most of the cells is no title.
  const partly = matched + (count > most / 2 ? 0.5 : 0);
  const base = { index, row, columns, filled, matched };
  if (job.review) {
    // Columns that an edited export leaves out stay unchanged. Only its marks are required.
    const marks = REVIEW_MARKS.filter((mark) => !headings.includes(mark));
    const isComplete = marks.length === 0;
    const fit = isComplete ? COMPLETE : partly;
    return { ...base, missing: marks.map((mark) => `"${mark}"`), isComplete, fit };
  }
  const read = new Set(columns.map(({ column }) => column?.field));
  const lacks = (field: string) =>
    !read.has(field) && BULK_COLUMNS[job.type].some((column) => column.field === field);
  if (job.condoId !== undefined && lacks('condo_id')) filled.set('condo_id', job.condoId);
  const isPlaced = read.has('condo_id') || filled.has('condo_id');
  const role = isPlaced && lacks('role') ? roleInHeading(columns) : undefined;
  if (role !== undefined) filled.set('role', role);
  const isProposed =
    missing.length > 0 && job.type === 'condo' && missing.every(({ field }) => PROPOSED.has(field));
  const unfilled = isProposed ? [] : missing.filter(({ field }) => !filled.has(field));
  const isComplete = unfilled.length === 0 || isEditedExport(headings);
  // One heading is enough for people, and a title above the table may have one: more headings fit better.
  const named = job.type === 'tenancy' ? matched / COMPLETE : 0;
  return {
    ...base,
    missing: unfilled.map(({ field, label }) => `"${field}" (${label})`),
    isComplete,
    fit: isComplete ? COMPLETE + (filled.size === 0 && !isProposed ? 1 : 0) + named : partly,
  };
}
