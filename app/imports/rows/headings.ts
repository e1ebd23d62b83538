import { utils } from '@e965/xlsx';
import type { BulkType } from '~/imports/schema';
import {
  BULK_COLUMNS,
  fullHeadingKey,
  headingKey,
  isReference,
  missingColumns,
  type BulkColumn,
  type MatchedColumn,
} from '~/imports/bulk-columns';
import { readRecordHeading, withoutBuilding } from '~/imports/import-heading';
import { isEditedExport, NAME_FIELDS, readReviewType, REVIEW_MARKS } from '~/imports/row-error';
import { oncePer, remembering } from '~/fields/once-per';
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
import { NAMED_BY } from './row';
import { fieldsOfColumn, followsStreet, matchAddressParts } from './address-columns';

/** A heading in comparable form, computed once for all columns. */
interface HeadingText {
  key: string;
  /** The key without brackets and their content, and with short forms of "number" and "count" written out. */
  full: string;
  /** The key without a word for a building: "Adresse der Liegenschaft". */
  ofBuilding: string | null;
  record: ReturnType<typeof readRecordHeading>;
}

type Matcher = (column: BulkColumn) => (heading: HeadingText) => boolean;

/** Ways in which a heading may name a column, the most specific first. Earlier ones take precedence. */
const MATCHERS: readonly Matcher[] = [
  isOneOf(({ field }) => [field]),
  // "PLZ Liegenschaft" comes before "PLZ", which may be the postcode of an owner.
  saysBuilding(),
  // Headings for what people see of a building or an apartment come before the labels of fields.
  ...namesRecord(isReference),
  // "Wohnungsnummer" comes before "Nr.", which may number the rows.
  ...namesRecord(({ field }) => field === 'apartment_number').slice(0, 1),
  isOneOf(({ label }) => [label]),
  // A place comes before its commune, a canton before its region.
  isOneOf(({ aliases }) => aliases.filter((one) => !/^(?:Gemeinde|Comm?une|Regione?)$/.test(one))),
  isOneOf(({ aliases }) => aliases),
  ...namesRecord(() => true),
  isInFull(),
];

function isOneOf(namesOf: (column: BulkColumn) => readonly string[]): Matcher {
  return oncePer((column: BulkColumn) => {
    const names = new Set(namesOf(column).map(headingKey));
    return ({ key }: HeadingText) => names.has(key);
  });
}

/** Matches a heading with the building and one of its fields, but not its name: "PLZ Liegenschaft". */
function saysBuilding(): Matcher {
  return oncePer((column: BulkColumn) => {
    const isOfBuilding = BULK_COLUMNS.condo.includes(column) && column.field !== 'name';
    const names = new Set(
      isOfBuilding ? [column.field, column.label, ...column.aliases].map(headingKey) : [],
    );
    return ({ ofBuilding }: HeadingText) => ofBuilding !== null && names.has(ofBuilding);
  });
}

/** Matches any name in a short form or with brackets: "Anz. Zimmer", "Nb de pièces", "Fläche (ca.)". */
function isInFull(): Matcher {
  return oncePer((column: BulkColumn) => {
    const names = new Set([column.field, column.label, ...column.aliases].map(fullHeadingKey));
    return ({ full }: HeadingText) => names.has(full);
  });
}

function headingText(heading: string): HeadingText {
  return {
    key: headingKey(heading),
    full: fullHeadingKey(heading),
    ofBuilding: withoutBuilding(heading),
    record: readRecordHeading(heading),
  };
}

/** Matches headings that describe a record, the best first: "Nr. der Wohnung", "Name of the building". */
function namesRecord(isFor: (column: BulkColumn) => boolean): Matcher[] {
  return [0, 1, 2, 3].map((rank) =>
    oncePer((column: BulkColumn) => {
      const record = isFor(column) ? column.record : undefined;
      const nouns = new Set(record?.nouns.map(headingKey));
      return ({ record: { noun, says } }: HeadingText) =>
        nouns.has(noun) && says === record?.says[rank];
    }),
  );
}

/**
 * Matches headings to columns by any known name, and finds the missing required ones. The user's mapping
 * `chosen` takes precedence; "" leaves a column out.
 */
export function matchHeadings(
  type: BulkType,
  cells: readonly SheetCell[],
  chosen: Readonly<Record<string, string>> = {},
  below: readonly SheetCell[] = [],
) {
  const fields = BULK_COLUMNS[type];
  const columns: MatchedColumn[] = [];
  const unmatched = new Map<MatchedColumn, HeadingText>();
  const end = cells.findLastIndex((cell) => !isBlankCell(cell)) + 1;
  for (const [index, cell] of cells.slice(0, end).entries()) {
    // A column with values but without a heading gets a name, so that the user can be warned of it.
    const heading = isBlankCell(cell)
      ? `Column ${utils.encode_col(index)}`
      : String(shownOf(cell)).trim();
    const column: MatchedColumn = { index, heading, column: null };
    const left = columns.at(-1)?.heading ?? '';
    columns.push(column);
    if (isBlankCell(cell)) continue;
    if (type === 'apartment' && followsStreet(heading, left, below[index - 1])) continue;
    unmatched.set(column, headingText(heading));
  }
  const matched = new Set<BulkColumn>();
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
  const readable = columns.filter(({ heading }) => chosen[heading] !== '');
  matchAddressParts(type, readable, below);
  const read = new Set(columns.flatMap(fieldsOfColumn));
  return { columns, missing: missingColumns(type, read) };
}

/** The column with the ids of the records themselves. Files of other programs may have such a column too. */
export function idColumn<Column extends { heading: string; column: unknown }>(
  type: BulkType,
  columns: readonly Column[],
  chosen: Readonly<Record<string, string>> = {},
): Column | undefined {
  const reviewed = readReviewType(type);
  if (!reviewed) return undefined;
  const named = BULK_COLUMNS[type].find(({ field }) => field === NAME_FIELDS[reviewed]);
  const nouns = new Set(['', ...(named?.record?.nouns.map(headingKey) ?? [])]);
  return columns.find(({ heading, column }) => {
    const { noun, says } = readRecordHeading(heading);
    return column === null && says === 'id' && nouns.has(noun) && chosen[heading] !== '';
  });
}

/** True if the columns identify rows and contain at least one more value. */
export function hasKey(job: HeadingsJob, { columns, filled }: Headings): boolean {
  const type = readReviewType(job.type);
  if (!type) return false;
  const read = new Set(columns.flatMap(fieldsOfColumn).filter((field) => field !== null));
  const isRead = (field: string) => read.has(field) || filled.has(field);
  if (idColumn(type, columns, job.columns)) return read.size > 0;
  return NAMED_BY[type].every(isRead) && read.size > NAMED_BY[type].length;
}

/** Number of first rows in which headings are searched, without blank ones. */
export const HEADING_ROWS_LIMIT = 40;

/** The part of a job that `findHeadings` needs. */
export type HeadingsJob = Pick<
  ReadingJob,
  'type' | 'review' | 'columns' | 'condoId' | 'headingRow'
>;

/** A row that contains the headings of a table. */
export interface Headings extends Table {
  columns: readonly MatchedColumn[];
  /** Values of fields without a column: the caller's building, and the role in the heading of the names. */
  filled: ReadonlyMap<string, Cell>;
  /** Required columns that are missing. */
  missing: readonly string[];
}

const COMPLETE = 1_000;

/**
 * Finds the headings: the first row that names all required columns, otherwise all but the caller's building,
 * otherwise the row that names most. Titles, a date or a note may come before. Returns null without rows.
 *
 * A table with rows is preferred to a later one that fits better. If headings span several rows, for example
 * in two languages, the last one counts. `fit` also decides between sheets and between separators.
 */
export function findHeadings(job: HeadingsJob, rows: readonly SheetRow[]): Headings | null {
  const first = rows.slice(0, HEADING_ROWS_LIMIT);
  const most = Math.max(0, ...first.map(countCells));
  const candidates = first
    .map((row, index) => readHeadings(job, { row, below: rows[index + 1] }, index, most))
    .filter(({ row }) => job.headingRow === undefined || row.number === job.headingRow);
  const [best] = candidates.toSorted((a, b) => b.fit - a.fit);
  if (!best?.isComplete || job.headingRow !== undefined) return best ?? null;
  let headings =
    candidates.find(
      ({ index, row, columns, isComplete }) =>
        isComplete &&
        countCells(row) > 1 &&
        // Values such as "Wohnung" and "Mieter" may also be names of columns.
        ((index + 1 === best.index && columns.length >= best.columns.length) ||
          first.slice(index + 1, best.index).some((between) => countCells(between) > 1)),
    ) ?? best;
  for (;;) {
    const below = candidates[headings.index + 1];
    if (!below || isSameHeadings(headings.row, below.row)) return headings;
    if (!headingsBelow(job, headings)(below.row)) return headings;
    headings = below;
  }
}

export function cellKey(cell: SheetCell | undefined): string {
  return headingKey(String(shownOf(withoutGuards(cell ?? '')) ?? ''));
}

/** True for a row that repeats these headings in any spelling. */
export function isSameHeadings({ cells: headings }: SheetRow, { cells }: SheetRow): boolean {
  for (let at = 0; at < Math.max(headings.length, cells.length); at += 1) {
    if (cellKey(headings[at]) !== cellKey(cells[at])) return false;
  }
  return true;
}

/** Longest text that may name a column. */
export const NAME_CHARS = 60;

/**
 * Makes a test for rows below these headings that name the required columns too: another table begins there.
 * Most cells must be names. In a row with many unknown headings four names are enough.
 */
export function headingsBelow(
  job: HeadingsJob,
  { columns }: Pick<Headings, 'columns'>,
): (row: SheetRow) => boolean {
  const choices = new Map(
    columns.flatMap(({ index, column }) =>
      column?.options.length ? [[index, namesOfOptions(column)] as const] : [],
    ),
  );
  const isName = remembering((text: string): boolean => {
    const heading = headingText(text);
    return (
      Object.hasOwn(job.columns ?? {}, text.trim()) ||
      BULK_COLUMNS[job.type].some((column) => MATCHERS.some((matcher) => matcher(column)(heading)))
    );
  });
  return (row) => {
    if (job.review) return REVIEW_MARKS.every((mark) => row.cells.includes(mark));
    const needed = Math.max(2, Math.min(4, Math.floor(countCells(row) / 2) + 1));
    // A role is a value in its own column, but may head the names in another file.
    const isChoice = (cell: SheetCell, at: number) =>
      typeof cell === 'string' && choices.get(at)?.has(headingKey(cell)) === true;
    const cells =
      choices.size === 0
        ? row.cells
        : row.cells.map((cell, at) => (isChoice(cell, at) ? null : cell));
    const texts = cells.filter(
      (cell): cell is string =>
        typeof cell === 'string' &&
        cell.length <= NAME_CHARS &&
        !/\d/.test(cell) &&
        isName.known(cell) !== false,
    );
    if (texts.length < needed) return false;
    const names = texts.filter(isName);
    if (names.length < needed || (names.length < countCells(row) && names.every(isNoun)))
      return false;
    return readHeadings(job, { row: { ...row, cells }, below: undefined }, 0, 0).isComplete;
  };
}

export const ALL_COLUMNS = Object.values(BULK_COLUMNS).flat();
export const NOUNS = new Set(
  ALL_COLUMNS.flatMap(({ record }) => record?.nouns.map(headingKey) ?? []),
);

/** True for "Wohnung" or "Mieter". Such a word may be a value as well as a heading. */
function isNoun(text: SheetCell | undefined): boolean {
  const { noun, says } = readRecordHeading(typeof text === 'string' ? text : '');
  return says === null && NOUNS.has(noun);
}

export function namesOfOptions({ options }: BulkColumn): ReadonlySet<string> {
  return new Set(options.flatMap(({ names }) => [...names]));
}

/** Counts cells with values. A cell that is merged over its row counts once. */
export function countCells({ cells, merged }: SheetRow): number {
  if (merged?.isAlone) return 1;
  return cells.reduce<number>((count, cell) => (isBlankCell(cell) ? count : count + 1), 0);
}

/** Removes the guards that keep a spreadsheet from evaluating a cell as a formula. */
export function withoutGuards(cell: SheetCell): SheetCell {
  return typeof cell === 'string' ? removeFormulaGuards(cell) : cell;
}

/** The role in the heading of the names: "Mieter", "Nom du locataire". */
function roleInHeading(heading = ''): string | undefined {
  const { noun } = readRecordHeading(heading);
  const options = BULK_COLUMNS.tenancy.flatMap((column) => column.options);
  return options.find(({ names }) => names.has(noun))?.value;
}

/** Fields that the screen proposes from the postcodes, so a file may lack them. */
const PROPOSED = new Set(['state', 'country']);

function readHeadings(
  job: HeadingsJob,
  { row, below }: { row: SheetRow; below: SheetRow | undefined },
  index: number,
  most: number,
): Headings {
  const count = countCells(row);
  // Too many columns are reported if no other row has the headings.
  const isTooWide = count > COLUMN_LIMIT || row.cells.length > COLUMN_LIMIT * 20;
  const cells = isTooWide ? [] : row.cells.map(withoutGuards);
  const { columns, missing } = matchHeadings(job.type, cells, job.columns, below?.cells);
  const filled = new Map<string, Cell>();
  const headings = columns.map(({ heading }) => heading);
  // "Mieter" above "Mieter" is a role, not the heading of the names.
  const names = columns.find(({ column }) => column?.field === 'last_name');
  const under = below ? below.cells[names?.index ?? -1] : index > 0 && names?.heading;
  const isKind = isNoun(names?.heading) && isNoun(under);
  const matched = columns.filter(
    (one) => !isKind && fieldsOfColumn(one).some((field) => field !== null),
  ).length;
  // If no column is recognized, a row that fills most columns is taken for the headings, not for a title.
  const partly = matched + (count > most / 2 ? 0.5 : 0);
  const base = { index, row, columns, filled, matched };
  if (job.review) {
    // Columns that an edited export lacks stay unchanged. Only its marks are required.
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
  const role = isPlaced && lacks('role') ? roleInHeading(names?.heading) : undefined;
  if (role !== undefined) filled.set('role', role);
  const isProposed =
    missing.length > 0 && job.type === 'condo' && missing.every(({ field }) => PROPOSED.has(field));
  const lacking = isKind ? missingColumns(job.type, new Set()) : missing;
  const unfilled = isProposed ? [] : lacking.filter(({ field }) => !filled.has(field));
  const isComplete = unfilled.length === 0 || isEditedExport(headings);
  // A list of people needs only one heading, which a title may contain too, so more headings fit better.
  const named = job.type === 'tenancy' ? matched / COMPLETE : 0;
  return {
    ...base,
    missing: unfilled.map(({ field, label }) => `"${field}" (${label})`),
    isComplete,
    fit: isComplete ? COMPLETE + (filled.size === 0 && !isProposed ? 1 : 0) + named : partly,
  };
}
