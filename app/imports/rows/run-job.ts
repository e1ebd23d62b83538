import { sentence } from '~/language/sentence';
import { ROW_NUMBER, type LikelyEncoding } from '~/imports/schema';
import { rowProblem, type RowProblem } from '~/imports/row-error';
import { BULK_COLUMNS, type MatchedColumn } from '~/imports/bulk-columns';
import { fieldsOf, type UnknownRecord } from '~/fields/reading';
import { z } from '~/fields/zod';
import {
  COLUMN_LIMIT,
  ROW_LIMIT,
  SheetError,
  isBlankCell,
  shownOf,
  type Cell,
  type RowChunks,
  type SheetCell,
  type SheetRow,
} from '../formats/sheet-row';
import { garbledReason } from '../formats/garbled';
import { openSheet } from '../formats/open-sheet';
import { fieldsOfColumn } from './address-columns';
import {
  HEADING_ROWS_LIMIT,
  countCells,
  findHeadings,
  hasKey,
  idColumn,
  withoutGuards,
} from './headings';
import { DataRows } from './data-rows';
import { ROWS_PER_MESSAGE, type ReadingJob, type ReadingMessage } from './message';
import { cellProblem } from './field-rules';
import { createReviewReader, createRowReader } from './read-rows';
import type { ReadRow } from './row';
import { mayHaveZeros, wholeNumberColumns, withoutZeros } from './whole-numbers';

type Job = AsyncGenerator<ReadingMessage, void, undefined>;

/** Runs a reading job. Every error of the file becomes a message, never an exception. */
export async function* runJob(job: ReadingJob, input: Buffer): Job {
  try {
    yield* job.input === 'file' ? readFile(job, input) : readRows(job, input);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    yield { type: 'error', sentence: error.sentence };
  }
}

async function* readFile(job: ReadingJob, input: Buffer): Job {
  const { source, hiddenColumns, rowChunks } = await openSheet(input, {
    ...job,
    findTable: (rows) => findHeadings(job, rows),
  });
  const first = await firstRows(rowChunks());
  const headings = findHeadings(job, first);
  if (!headings) throw new SheetError('file_without_rows');
  const { index, row, columns, filled, missing } = headings;
  const count = countCells(row);
  if (count > COLUMN_LIMIT) {
    throw new SheetError(sentence('too_many_columns', { count, max: COLUMN_LIMIT }));
  }
  const condo_id = filled.has('condo_id') ? job.condoId : undefined;
  const hidden = columns.filter(
    (column) =>
      hiddenColumns?.has(column.index) && fieldsOfColumn(column).some((field) => field !== null),
  );
  const by_key = missing.length > 0 && !job.review && hasKey(job, headings);
  yield {
    type: 'head',
    reading: {
      source,
      columns: columns.flatMap((column) =>
        fieldsOfColumn(column).map((field) => ({ heading: column.heading, field })),
      ),
      heading_row: row.number,
      first_rows: first.slice(0, HEADING_ROWS_LIMIT).map(toFirstRow),
      ...(hidden.length > 0 && { hidden_columns: hidden.map(({ heading }) => heading) }),
      ...(condo_id !== undefined && { condo_id }),
      ...(by_key && { by_key }),
    },
  };
  const question = source.encodings
    ? openEncoding(source.encodings)
    : missing.length > 0 && !(job.byKey && by_key) && missingHeadings(row, columns, missing);
  if (question) {
    const values = { [ROW_NUMBER]: row.number };
    yield { type: 'rows', rows: [{ number: row.number, values, keys: {}, problems: [question] }] };
    yield { type: 'end' };
    return;
  }
  const read = job.review
    ? createReviewReader(job.review, columns)
    : createRowReader(job.type, columns, filled, {
        idAt: idColumn(job.type, columns, job.columns)?.index,
        byKey: job.byKey,
      });
  const isCsv = source.format === 'CSV';
  const below = () => rowsBelow(row, rowChunks());
  // A file that the screen has written keeps its zeros: its values were read from the first file already.
  const mayBeWhole = !job.isEdited && (!isCsv || mayHaveZeros(input));
  const whole = mayBeWhole ? await wholeNumberColumns(columns, below()) : new Set<number>();
  const keys = keyColumns(columns);
  const asRead = (cell: SheetCell, place: number) => {
    const key = keys.has(place) ? withoutTextMark(cell) : cell;
    return whole.has(place) ? withoutZeros(key) : key;
  };
  const texts = columns.flatMap((column) => {
    const [field = null] = fieldsOfColumn(column);
    return field === null ? [] : [[column, field] as const];
  });
  const data = new DataRows(job, headings, first.slice(0, index));
  let hiddenRows = 0;
  yield* inMessages(data.of(below()), ({ row: { number, cells, isHidden }, problem }) => {
    if (isHidden) hiddenRows += 1;
    const plain = cells.map((cell) => withoutGuards(isCsv ? readFormula(cell) : cell));
    const result = read(number, plain.map(asRead), isCsv ? plain : cells);
    for (const [column, field] of texts) {
      const cell = shownOf(plain[column.index] ?? null);
      const why = typeof cell === 'string' ? garbledReason(cell) : null;
      if (why) result.problems.push(cellProblem(field, column.heading, cell, why));
    }
    // A lone number needs no reason of its own if the row is invalid already.
    const isSaid = problem === 'lone_cell' && result.problems.length > 0;
    if (problem !== undefined && !isSaid) result.problems.push(rowProblem(problem));
    return result;
  });
  yield { type: 'end', leftOut: data.leftOut, hiddenRows };
}

const SHOWN_CELLS = 12;
const SHOWN_CHARS = 60;

function toFirstRow({ number, cells }: SheetRow) {
  const shown = cells.slice(0, SHOWN_CELLS);
  return { number, cells: shown.map((cell) => String(shownOf(cell) ?? '').slice(0, SHOWN_CHARS)) };
}

async function* rowsBelow(headings: SheetRow, chunks: RowChunks): RowChunks {
  for await (const rows of chunks) yield rows.filter(({ number }) => number > headings.number);
}

const KEYS: ReadonlySet<string | null> = new Set([
  'zip_code',
  'apartment_number',
  'condo_id',
  'apartment_id',
]);

/** The columns of postcodes, numbers and references. */
function keyColumns(columns: readonly MatchedColumn[]): ReadonlySet<number> {
  const read = columns.filter(
    (column) =>
      column.part !== undefined || fieldsOfColumn(column).some((field) => KEYS.has(field)),
  );
  return new Set(read.map(({ index }) => index));
}

/** Removes the apostrophe that keeps the zeros of a number in a spreadsheet: '007. */
function withoutTextMark(cell: SheetCell): SheetCell {
  return typeof cell === 'string' ? cell.replace(/^\s*'(?=\d)/, '') : cell;
}

/** A text in a formula: ="007". Programs write numbers so to keep their zeros. */
const QUOTED = /^="((?:[^"]|"")*)"$/;

/** Reads a formula as its text. A CSV file may have been saved with formulas instead of their results. */
function readFormula(cell: SheetCell): SheetCell {
  if (typeof cell !== 'string' || !cell.startsWith('=')) return cell;
  const text = QUOTED.exec(cell.trimEnd())?.[1];
  return text?.replaceAll('""', '"') ?? { value: null, shown: cell };
}

/** The first rows, in which the headings are searched. */
async function firstRows(chunks: RowChunks): Promise<SheetRow[]> {
  const seen: SheetRow[] = [];
  for await (const rows of chunks) {
    for (const row of rows) seen.push(row);
    if (seen.length >= HEADING_ROWS_LIMIT) break;
  }
  return seen;
}

/** Reports missing columns in the file's single invalid row. The screen then offers a mapping. */
function missingHeadings(
  row: SheetRow,
  columns: readonly MatchedColumn[],
  missing: readonly string[],
): RowProblem {
  const named = columns.filter(({ index }) => !isBlankCell(row.cells[index]));
  const headings = named.map(({ heading }) => `"${heading}"`).join(', ');
  const code = missing.length === 1 ? 'column_missing' : 'columns_missing';
  return rowProblem(
    sentence(code, { columns: missing.join(', '), row: row.number, found: headings }),
  );
}

/** Makes all rows invalid until the user has chosen between equally likely encodings. */
function openEncoding(encodings: readonly LikelyEncoding[]): RowProblem {
  const readings = encodings.map(({ encoding, sample }) => `"${sample}" (${encoding})`).join(', ');
  return rowProblem(sentence('encoding_open', { readings }));
}

async function* readRows(job: ReadingJob, input: Buffer): Job {
  const items = parseRows(input.toString());
  const fields = BULK_COLUMNS[job.type];
  // New rows of an edited export come with the file's headings, which say what a reference is.
  const headings = new Map(Object.entries(job.columns ?? {}).map(([name, field]) => [field, name]));
  const columns = fields.map((column, index) => ({
    index,
    heading: headings.get(column.field) ?? column.field,
    column,
  }));
  yield { type: 'head', reading: { source: null, columns: [] } };
  const read = createRowReader(job.type, columns);
  yield* inMessages([items.entries()], ([index, item]) => {
    const number = Number.isSafeInteger(item[ROW_NUMBER]) ? Number(item[ROW_NUMBER]) : index + 1;
    const cells = fields.map(({ field }) => toCell(item[field]));
    return read(number, cells);
  });
  yield { type: 'end' };
}

const itemsSchema = z.array(z.custom<UnknownRecord>((item) => fieldsOf(item) === item));

function parseRows(text: string): z.infer<typeof itemsSchema> {
  try {
    return itemsSchema.parse(JSON.parse(text));
  } catch {
    throw new SheetError('rows_malformed');
  }
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value);
}

/** Groups rows into messages. @throws SheetError past the limit */
async function* inMessages<T>(
  chunks: AsyncIterable<Iterable<T>> | Iterable<Iterable<T>>,
  read: (row: T) => ReadRow,
): Job {
  let rows: ReadRow[] = [];
  let count = 0;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      count += 1;
      if (count > ROW_LIMIT) {
        const limit = ROW_LIMIT.toLocaleString('en-US');
        throw new SheetError(sentence('too_many_rows', { max: limit }));
      }
      rows.push(read(row));
      if (rows.length < ROWS_PER_MESSAGE) continue;
      yield { type: 'rows', rows };
      rows = [];
    }
  }
  if (rows.length > 0) yield { type: 'rows', rows };
}
