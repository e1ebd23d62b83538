import type { BulkReview, ByKey } from './schema';
import { ROW_VERSION } from './export';
import type { ExportQuery } from './export-schemas';
import { readId, readText, type Fields } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { isEditedExport, NAME_FIELDS, type ReviewType } from './row-error';
import type { ReadingMessage, ReadRows } from '~/imports/rows/message';
import { reviewRows, type ReviewSource } from '~/imports/rows/review-file';
import { toText } from '~/imports/rows/field-rules';
import { NAMED_BY, type ReadRow, type StoredRecord } from '~/imports/rows/row';
import {
  compositeKey,
  CondoReferences,
  DuplicateCheck,
  duplicateKey,
  rowsWithKey,
  type FindCondos,
} from '~/imports/rows/row-checks';
import type { Upstream } from '~/rpc/upstream.server';
import { exportRows } from './export-rows.server';

export interface FileToReview {
  type: ReviewType;
  file: readonly Uint8Array[];
  /** The sheet to read; else the first with rows. */
  sheet?: string | undefined;
  /** The file need not be an export: its rows may fit records of the list. */
  byKey?: ByKey | undefined;
}

/** Progress of a review: first the records of the API's list, then the compared rows of the file. */
interface ReviewProgress {
  phase: 'listing' | 'comparing';
  rows: number;
}

type Steps<T> = AsyncGenerator<ReviewProgress, T, void>;

const ALL: Readonly<Record<ReviewType, ExportQuery>> = {
  condo: { list: 'condos', query: { sort_by: 'id', sort_order: 'asc' } },
  apartment: { list: 'apartments', query: {} },
};

/**
 * Compares an exported file with the list of an API that has no review (docs/decisions/0043). Null if the
 * file is not an export.
 * @throws AppError, UnreadableAnswerError; SheetError for a file that cannot be read
 */
export async function* reviewByPanel(
  upstream: Upstream,
  readRows: ReadRows,
  { type, file, sheet, byKey }: FileToReview,
  signal: AbortSignal,
): Steps<BulkReview | null> {
  const job = { type, input: 'file', ...(byKey ? { byKey } : { review: type }), sheet } as const;
  if (!byKey && !(await isExport(readRows(job, file, signal)))) return null;
  const source = yield* listSource(upstream, type);
  // Read again from its start: while the API sends its list no process waits with the file.
  const steps = reviewRows(readRows(job, file, signal), {
    type,
    source,
    readRows,
    byKey: byKey ? type : null,
  });
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) yield { phase: 'comparing', rows: step.value };
  return step.value;
}

async function isExport(messages: AsyncIterable<ReadingMessage>): Promise<boolean> {
  for await (const message of messages) {
    if (message.type !== 'head') break;
    return isEditedExport(message.reading.columns.map(({ heading }) => heading));
  }
  return false;
}

/** The records of the API's list, and the buildings that apartments may name. */
async function* listSource(upstream: Upstream, type: ReviewType): Steps<ReviewSource> {
  const records = new Map<number, StoredRecord>();
  const duplicates = new Map<string, number>();
  const named = new Map<string, number[]>();
  const keyOf = (values: Fields) =>
    compositeKey(...NAMED_BY[type].map((field) => equalKey(toText(readText(values[field])))));
  let count = 0;
  for await (const { rows } of exportRows(upstream, ALL[type], false)) {
    count += rows.length;
    for (const row of rows) {
      const id = readId(row.id);
      if (id === null) continue;
      records.set(id, {
        record: row,
        name: readText(row[NAME_FIELDS[type]]) ?? '',
        get version() {
          return readText(row[ROW_VERSION]) ?? '';
        },
      });
      duplicates.set(duplicateKey(type, row), id);
      const key = keyOf(row);
      const others = named.get(key);
      if (others) others.push(id);
      else named.set(key, [id]);
    }
    yield { phase: 'listing', rows: count };
  }
  const condos = await listedCondos(upstream, type);
  const references = new CondoReferences();
  const check = new DuplicateCheck(type);
  return {
    condos,
    find: async () => records,
    named: async (rows) =>
      rows.flatMap((row) =>
        (named.get(keyOf(row.keys)) ?? []).map((id): [ReadRow, number] => [row, id]),
      ),
    count: async () => count,
    async check(rows) {
      if (type === 'apartment') await references.check(condos, rows);
      const open = rowsWithKey(type, rows);
      const stored = open.flatMap((row): Array<[ReadRow, number]> => {
        const id = duplicates.get(duplicateKey(type, row.keys));
        return id === undefined ? [] : [[row, id]];
      });
      check.check(open, new Map(stored));
    },
  };
}

/** The buildings of the API; none for a file that names none. */
async function listedCondos(upstream: Upstream, type: ReviewType): Promise<FindCondos> {
  const condos: Array<{ id: number; name: string | null }> = [];
  if (type === 'apartment') {
    for await (const { rows } of exportRows(upstream, ALL.condo, false)) {
      for (const row of rows) {
        const id = readId(row.id);
        if (id !== null) condos.push({ id, name: readText(row.name) });
      }
    }
  }
  return async (ids, names) => {
    const keys = new Set<number | string>([...ids, ...names]);
    return condos.filter(({ id, name }) => keys.has(id) || keys.has(equalKey(name ?? '')));
  };
}
