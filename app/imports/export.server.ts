import { writeXlsxStream, type ColumnDef } from 'hucre/xlsx';
import {
  type CsvSeparator,
  type ExportProgress,
  exportColumns,
  type CellKind,
  type ExportColumn,
} from './export';
import type { exportRequestSchema } from './export-schemas';
import type { z } from '~/fields/zod';
import { mayDo, exportAsks } from '~/accounts/rights';
import { coded } from '~/language/sentence';
import { callApi } from '~/rpc/perform.server';
import { embeddedAnswer } from '~/rpc/queries';
import { AppError } from '~/rpc/errors/app-error';
import { HTTP_FORBIDDEN } from '~/rpc/errors/http-status';
import { CSV_START, toSpreadsheetRow } from '~/fields/csv-text';
import type { Upstream } from '~/rpc/upstream.server';
import type { Frame } from '~/rpc/frames';
import { csvCell, workbookCell, type Cell } from './cells.server';
import { readId } from '~/fields/reading';
import { exportRows } from './export-rows.server';
import type { RowBatch } from './user-rows.server';

/**
 * Rejects an export by a person without the right to it. Lines of JSON need no right, as the panel itself
 * reads them.
 * @throws AppError 403
 */
export async function assertMayExport(
  upstream: Upstream,
  { of, format }: Pick<z.output<typeof exportRequestSchema>, 'of' | 'format'>,
): Promise<void> {
  if (exportAsks(of.list) === 'look' || format === 'json') return;
  const { rights } = await embeddedAnswer(
    'account.get',
    await callApi(upstream, 'account.get', {}),
  );
  if (!mayDo(rights, 'export'))
    throw new AppError({ status: HTTP_FORBIDDEN, ...coded('rights_missing') });
}

/**
 * Exports a list as a file, in frames (rpc/frames.ts). It is read and written as fast as the browser
 * receives it.
 */
export async function* exportFrames(
  upstream: Upstream,
  { of, ids, format, separator }: z.output<typeof exportRequestSchema>,
  isEmbedded: boolean,
): AsyncGenerator<Frame, void, void> {
  let progress: ExportProgress = { rows: 0, total: null };
  let reported = progress;
  const requested = ids && new Set(ids);
  async function* counted() {
    for await (const batch of exportRows(upstream, of, isEmbedded)) {
      const rows = requested
        ? batch.rows.filter(({ id }) => requested.delete(readId(id) ?? Number.NaN))
        : batch.rows;
      const total = ids ? ids.length : batch.total;
      progress = { rows: progress.rows + rows.length, total };
      yield { rows, total };
      // All requested rows were found, so the rest of the list is not read.
      if (requested?.size === 0) return;
    }
  }
  const columns = exportColumns(of.list, isEmbedded);
  const batches = counted();
  const file = {
    csv: () => csvBytes(columns, batches, separator),
    xlsx: () => workbookBytes(columns, batches, of.list),
    json: () => namesOf(batches),
  }[format]();
  for await (const bytes of file) {
    yield { kind: 'bytes', bytes };
    if (progress.rows > reported.rows) yield { kind: 'progress', value: progress };
    reported = progress;
  }
  const missing = requested && { missing: [...requested] };
  yield { kind: 'end', value: { rows: progress.rows, ...missing } };
}

type Batches = AsyncGenerator<RowBatch, void, void>;
type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;

async function* csvBytes(
  columns: readonly ExportColumn[],
  batches: Batches,
  separator: CsvSeparator,
): Bytes {
  const encoder = new TextEncoder();
  const names = columns.map(({ name }) => name);
  yield encoder.encode(CSV_START + toSpreadsheetRow(names, separator));
  for await (const { rows } of batches) {
    const lines = rows.map((row) =>
      toSpreadsheetRow(
        columns.map((column) => csvCell(column, row[column.name])),
        separator,
      ),
    );
    yield encoder.encode(lines.join(''));
  }
}

/** Fields by which the panel shows chosen people and apartments. */
const NAMING_FIELDS = ['id', 'first_name', 'last_name', 'email', 'is_active', 'apartment_number'];

/** A line of JSON for each row, with the values of NAMING_FIELDS. */
async function* namesOf(batches: Batches): Bytes {
  const encoder = new TextEncoder();
  for await (const { rows } of batches) {
    const lines = rows.map((row) => `${JSON.stringify(row, NAMING_FIELDS)}\n`);
    yield encoder.encode(lines.join(''));
  }
}

/** Formats that keep a text a text when a cell is edited: a postcode keeps its zeros. */
const FORMATS: Readonly<Partial<Record<CellKind, string>>> = {
  text: '@',
  date: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm:ss',
};

/** Widths of columns in characters. */
const NARROWEST = 8;
const WIDEST = 60;
const WIDTH_OF_DATES = 20;

/**
 * Writes a workbook of one sheet: typed cells, frozen headings, widths by the first rows. It uses little
 * memory (docs/decisions/0021).
 */
async function* workbookBytes(
  columns: readonly ExportColumn[],
  batches: Batches,
  sheet: string,
): Bytes {
  const first = await batches.next();
  const sample = first.done ? [] : cellsOf(columns, first.value);
  async function* rows() {
    yield* sample;
    for await (const batch of batches) yield* cellsOf(columns, batch);
  }
  const file = writeXlsxStream(rows(), {
    name: sheet,
    freezePane: { rows: 1 },
    columns: columns.map((column, index) => toColumnDef(column, sample, index)),
  });
  for await (const bytes of file) yield new Uint8Array(bytes);
}

function cellsOf(columns: readonly ExportColumn[], { rows }: RowBatch): Cell[][] {
  return rows.map((row) => columns.map((column) => workbookCell(column, row[column.name])));
}

function toColumnDef(
  { name, kind }: ExportColumn,
  sample: ReadonlyArray<readonly Cell[]>,
  index: number,
): ColumnDef {
  const lengths = sample.map((cells) => {
    const cell = cells[index] ?? '';
    return cell instanceof Date ? WIDTH_OF_DATES : String(cell).length;
  });
  const longest = lengths.reduce((most, length) => Math.max(most, length), name.length);
  const numFmt = FORMATS[kind];
  return {
    header: name,
    width: Math.min(Math.max(longest + 2, NARROWEST), WIDEST),
    ...(numFmt !== undefined && { numFmt }),
  };
}
