import { ROW_NUMBER } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { isEditedExport, REVIEW_MARKS } from '~/contract/row-review';
import { z } from '~/contract/zod';
import { removeFormulaGuards } from '~/lib/formula-guard';
import { COLUMN_LIMIT, ROW_LIMIT } from '../formats/limits';
import { openSheet } from '../formats/open-sheet';
import { SheetError } from '../formats/sheet-error';
import {
  isBlankCell,
  type Cell,
  type OpenedSheet,
  type RowChunks,
  type SheetRow,
} from '../formats/sheet-row';
import { matchHeadings, type MatchedHeadings } from './headings';
import { ROWS_PER_MESSAGE, type ReadingJob, type ReadingMessage } from './message';
import { createRowReader } from './read-rows';
import { createReviewReader } from './review-rows';
import type { ReadRow } from './row';

type Job = AsyncGenerator<ReadingMessage, void, undefined>;

/** Runs a reading job; every error of the file is a message, never an exception. */
export async function* runJob(job: ReadingJob, input: Buffer): Job {
  try {
    yield* job.input === 'file' ? readFile(job, input) : readRows(job, input);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    yield { t: 'error', text: error.message };
  }
}

/** Rows above the heading row that are skipped, such as titles. */
const ROWS_BEFORE_HEADINGS = 20;

async function* readFile(job: ReadingJob, input: Buffer): Job {
  const sheet = await openSheet(input, job.sheet);
  const { headingRow, headings, waiting, rest } = await findHeadings(job, sheet);
  const filled = filledFields(job, headings);
  const columns = headings.columns.map(({ heading, column }) => ({
    heading,
    field: column?.field ?? null,
  }));
  const condo_id = filled.get('condo_id');
  const completed = condo_id !== undefined && { condo_id };
  yield { t: 'head', reading: { source: sheet.source, columns, ...completed } };
  if (!isHeadingRow(job, headings)) {
    const missing = job.review ? missingMarks(headings) : missingFields(headings, filled);
    yield { t: 'rows', rows: [missingHeadings(headingRow, headings, missing)] };
    yield { t: 'end' };
    return;
  }
  const read = job.review
    ? createReviewReader(job.type, headings.columns)
    : createRowReader(job.type, headings.columns, filled);
  const isGuarded = sheet.source.format === 'CSV';
  const rows = new Rows();
  for (let chunk: readonly SheetRow[] | null = waiting; chunk; chunk = await nextChunk(rest)) {
    for (const { number, cells } of chunk) {
      const plain = cells.map(withoutGuards);
      yield* rows.add(read(number, plain, isGuarded ? plain : cells));
    }
  }
  yield* rows.finish();
}

/** A cell without what keeps spreadsheets from running it as a formula. */
export function withoutGuards(cell: Cell): Cell {
  return typeof cell === 'string' ? removeFormulaGuards(cell) : cell;
}

interface FoundHeadings {
  headingRow: SheetRow;
  headings: MatchedHeadings;
  /** Rows below the headings that have already been read. */
  waiting: readonly SheetRow[];
  rest: RestOfRows;
}

type RestOfRows = AsyncIterator<readonly SheetRow[]> | Iterator<readonly SheetRow[]>;

/**
 * The heading row is the first that names all required fields; without one it is the first that names all but a building that is
 * known, else the first row.
 */
async function findHeadings(job: ReadingJob, sheet: OpenedSheet): Promise<FoundHeadings> {
  const rest = iterate(sheet.rowChunks);
  const seen = await firstRows(rest);
  let best: { row: SheetRow; headings: MatchedHeadings; at: number; usable: boolean } | undefined;
  for (const [at, row] of seen.slice(0, ROWS_BEFORE_HEADINGS).entries()) {
    const columns = row.cells.filter((cell) => !isBlankCell(cell)).length;
    if (columns > COLUMN_LIMIT) {
      throw new SheetError(`The file has ${columns} columns; at most ${COLUMN_LIMIT} are read`);
    }
    const headings = matchHeadings(job.type, row.cells.map(withoutGuards), job.columns);
    if (isHeadingRow(job, headings) && filledFields(job, headings).size === 0) {
      return { headingRow: row, headings, waiting: seen.slice(at + 1), rest };
    }
    const usable = isHeadingRow(job, headings);
    if (!best || (usable && !best.usable)) best = { row, headings, at, usable };
  }
  if (!best) throw new SheetError('The file holds no rows');
  return { headingRow: best.row, headings: best.headings, waiting: seen.slice(best.at + 1), rest };
}

/** A file that comes back needs no column but those that mark it: what it leaves out is not changed. */
function isHeadingRow(job: ReadingJob, headings: MatchedHeadings): boolean {
  const { columns, missing } = headings;
  if (job.review) return isEditedExport(columns.map(({ heading }) => heading));
  return missing.length === filledFields(job, headings).size;
}

/** The building that the caller names, where the rows need one and the file has no column for it. */
function filledFields(
  { condoId, review }: ReadingJob,
  { missing }: MatchedHeadings,
): ReadonlyMap<string, number> {
  const isMissing = missing.some(({ field }) => field === 'condo_id');
  return new Map(!review && condoId !== undefined && isMissing ? [['condo_id', condoId]] : []);
}

function iterate(chunks: RowChunks): RestOfRows {
  return Symbol.asyncIterator in chunks
    ? chunks[Symbol.asyncIterator]()
    : chunks[Symbol.iterator]();
}

async function nextChunk(rest: RestOfRows): Promise<readonly SheetRow[] | null> {
  const next = await rest.next();
  return next.done ? null : next.value;
}

/** The chunks that the headings are looked for in. */
async function firstRows(rest: RestOfRows): Promise<SheetRow[]> {
  const seen: SheetRow[] = [];
  while (seen.length < ROWS_BEFORE_HEADINGS) {
    const chunk = await nextChunk(rest);
    if (!chunk) break;
    for (const row of chunk) seen.push(row);
  }
  return seen;
}

function missingFields(
  { missing }: MatchedHeadings,
  filled: ReadonlyMap<string, number>,
): string[] {
  return missing
    .filter(({ field }) => !filled.has(field))
    .map(({ field, label }) => `"${field}" (${label})`);
}

function missingMarks({ columns }: MatchedHeadings): string[] {
  const headings = new Set(columns.map(({ heading }) => heading));
  return REVIEW_MARKS.filter((mark) => !headings.has(mark)).map((mark) => `"${mark}"`);
}

/** The missing columns, as the single invalid row of a file that cannot be matched: the screen then offers a mapping. */
function missingHeadings(
  row: SheetRow,
  { columns }: MatchedHeadings,
  missing: readonly string[],
): ReadRow {
  const found = columns.map(({ heading }) => `"${heading}"`).join(', ');
  const some = missing.length === 1 ? 'no column' : 'no columns';
  return {
    number: row.number,
    values: { [ROW_NUMBER]: row.number },
    keys: {},
    problems: [
      { text: `The file has ${some} ${missing.join(', ')}. Row ${row.number} names: ${found}` },
    ],
  };
}

async function* readRows(job: ReadingJob, input: Buffer): Job {
  const items = parseRows(input.toString());
  const fields = BULK_COLUMNS[job.type];
  const columns = fields.map((column, index) => ({ index, heading: column.field, column }));
  yield { t: 'head', reading: { source: null, columns: [] } };
  const read = createRowReader(job.type, columns);
  const rows = new Rows();
  for (const [index, item] of items.entries()) {
    const number = Number.isSafeInteger(item[ROW_NUMBER]) ? Number(item[ROW_NUMBER]) : index + 1;
    const cells = fields.map(({ field }) => toCell(item[field]));
    yield* rows.add(read(number, cells));
  }
  yield* rows.finish();
}

const itemsSchema = z.array(z.custom<Readonly<Record<string, unknown>>>(isObject));

function parseRows(text: string): z.infer<typeof itemsSchema> {
  try {
    return itemsSchema.parse(JSON.parse(text));
  } catch {
    throw new SheetError('rows: must be the JSON text of a list of rows');
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value);
}

/** Collects rows into messages and counts them. */
class Rows {
  #rows: ReadRow[] = [];
  #count = 0;

  /** @throws SheetError past the limit */
  *add(row: ReadRow): Generator<ReadingMessage> {
    this.#count += 1;
    if (this.#count > ROW_LIMIT) {
      throw new SheetError(
        `There are more than ${ROW_LIMIT.toLocaleString('en-US')} rows; that is the most that is read`,
      );
    }
    this.#rows.push(row);
    if (this.#rows.length === ROWS_PER_MESSAGE) yield* this.#take();
  }

  *finish(): Generator<ReadingMessage> {
    if (this.#rows.length > 0) yield* this.#take();
    yield { t: 'end' };
  }

  *#take(): Generator<ReadingMessage> {
    const rows = this.#rows;
    this.#rows = [];
    yield { t: 'rows', rows };
  }
}
