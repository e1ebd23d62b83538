import { bulkRowSchema } from '~/contract/bulk';
import type { BulkReview } from '~/contract/bulk-review';
import { ROW_VERSION } from '~/contract/export-columns';
import type { ExportQuery } from '~/contract/export-schemas';
import { mapNames } from '~/contract/fields';
import { FileReview } from '~/contract/file-review';
import { readId, readText } from '~/contract/reading';
import { isEditedExport, NAME_FIELDS, toReviewValue, type ReviewType } from '~/contract/row-review';
import { z } from '~/contract/zod';
import { CondoReferences, type FindCondos } from '~/sheets/rows/condo-references';
import {
  DuplicateCheck,
  duplicateKey,
  duplicateKeyOf,
  rowsWithKey,
} from '~/sheets/rows/duplicate-check';
import { KEY_FIELDS, keyIndex } from '~/sheets/rows/key-fields';
import type { ReadingJob, ReadingMessage, ReadRows } from '~/sheets/rows/message';
import {
  byNumber,
  readReviewTexts,
  type ReviewBatch,
  type RowText,
} from '~/sheets/rows/review-batch';
import type { Upstream } from '~/upstream/upstream.server';
import { exportRows } from '../export/export-rows.server';
import type { ExportRow } from '../export/row-batch';

interface PanelReviewDeps {
  upstream: Upstream;
  readRows: ReadRows;
}

/** A file that may be an edited export. */
export interface FileToReview {
  type: ReviewType;
  file: readonly Uint8Array[];
  /** The sheet to read; else the first with rows. */
  sheet?: string | undefined;
}

/** How far a review is: rows of the file read, then records of the list compared. */
interface ReviewProgress {
  phase: 'reading' | 'comparing';
  rows: number;
}

type Steps<T> = AsyncGenerator<ReviewProgress, T, void>;

const ALL: Readonly<Record<ReviewType, ExportQuery>> = {
  condo: { list: 'condos', query: { sort_by: 'id', sort_order: 'asc' } },
  apartment: { list: 'apartments', query: {} },
};

/**
 * The review of an exported file that comes back, for an API that makes none: the file is compared with the list that the
 * API sends, by the rules of the embedded API's own (docs/decisions/0043). Null for a file that is no such export. Writes
 * nothing.
 * @throws AppError, UnreadableAnswerError; SheetError for a file that cannot be read
 */
export async function* reviewByPanel(
  { upstream, readRows }: PanelReviewDeps,
  { type, file, sheet }: FileToReview,
  signal: AbortSignal,
): Steps<BulkReview | null> {
  const job: ReadingJob = { type, input: 'file', review: true, ...(sheet && { sheet }) };
  const review = new FileReview(type);
  const condos = type === 'apartment' ? () => listedCondos(upstream) : async () => null;
  const read = yield* readExport(readRows(job, file, signal), { review, condos });
  if (!read) return null;
  const { open, texts, created, find } = read;
  const toText = valuesText(texts);
  const keys = created.length > 0 ? new Map<string, number>() : null;
  let records = 0;
  for await (const { rows } of exportRows(upstream, ALL[type])) {
    records += rows.length;
    for (const row of rows) {
      const id = readId(row.id);
      if (id === null) continue;
      keys?.set(duplicateKey(KEY_FIELDS[type].map((field) => row[field])), id);
      const text = texts.get(id);
      const found = text ? null : open.get(id);
      texts.delete(id);
      open.delete(id);
      if (found) review.compare(found.row, toStored(type, row), found.invalid);
      if (!text) continue;
      if (text.values === toText(row)) review.addUnchanged(1);
      else review.compare(text.read(), toStored(type, row));
    }
    yield { phase: 'comparing', rows: records };
  }
  // What is left names no record.
  const unread = Array.from(texts.values(), (text) => ({ row: text.read() }));
  for (const { row, invalid } of byNumber([...open.values(), ...unread])) {
    review.compare(row, undefined, invalid);
  }
  if (keys) {
    const rows = Buffer.from(JSON.stringify(created));
    await validateNew(readRows({ type, input: 'rows' }, [rows], signal), {
      type,
      keys,
      find,
      review,
    });
  }
  return review.finish(records);
}

interface ReadFile {
  /** The rows that name a record, by its id; `texts` are those that need not be read. */
  open: Map<number, ReviewBatch['existing'][number]>;
  texts: Map<number, RowText>;
  created: unknown[];
  /** The buildings that apartments may name; null for a file of buildings. */
  find: FindCondos | null;
}

/** The rows of an export; null where the file is none. */
async function* readExport(
  messages: AsyncIterable<ReadingMessage>,
  { review, condos }: { review: FileReview; condos: () => Promise<FindCondos | null> },
): Steps<ReadFile | null> {
  const read: ReadFile = { open: new Map(), texts: new Map(), created: [], find: null };
  const references = new CondoReferences((field) => field);
  let rows = 0;
  for await (const message of messages) {
    if (message.t === 'head') {
      if (!isEditedExport(message.reading.columns.map(({ heading }) => heading))) return null;
      read.find = await condos();
    }
    if (message.t !== 'rows') continue;
    const { batch } = message;
    if (read.find) await references.check(read.find, batch, keyIndex('apartment', 'condo_id'));
    const { existing, texts, invalid, created } = readReviewTexts(batch, review);
    for (const one of existing) read.open.set(one.row.id, one);
    for (const text of texts) read.texts.set(text.id, text);
    for (const one of invalid) review.addInvalid(one);
    for (const one of created) read.created.push(one);
    rows += batch.size;
    yield { phase: 'reading', rows };
  }
  return read;
}

/** What a record has in the fields of the file's columns, as the text of a row with the same values. */
function valuesText(texts: ReadonlyMap<number, RowText>): (row: ExportRow) => string {
  const [first] = texts.values();
  const names = Object.keys(first?.read().values ?? {});
  return (row) => JSON.stringify(mapNames(names, (name) => toReviewValue(row[name])));
}

function toStored(type: ReviewType, row: ExportRow) {
  return {
    record: row,
    name: readText(row[NAME_FIELDS[type]]) ?? '',
    get version() {
      return readText(row[ROW_VERSION]) ?? '';
    },
  };
}

/** The buildings of the API, for apartments that name theirs. */
async function listedCondos(upstream: Upstream): Promise<FindCondos> {
  const ids = new Set<number>();
  const byName = new Map<string, number[]>();
  for await (const { rows } of exportRows(upstream, ALL.condo)) {
    for (const row of rows) {
      const id = readId(row.id);
      const name = readText(row.name);
      if (id === null) continue;
      ids.add(id);
      if (name !== null) byName.set(name, [...(byName.get(name) ?? []), id]);
    }
  }
  return {
    ids: async (asked) => asked.filter((id) => ids.has(id)),
    idsByName: async (names) => names.map((name) => [name, byName.get(name) ?? []] as const),
  };
}

const newRows = z.array(bulkRowSchema);

interface NewRows {
  type: ReviewType;
  /** The ids of the API's records by their duplicate key. */
  keys: ReadonlyMap<string, number>;
  find: FindCondos | null;
  review: FileReview;
}

/** Rows without an id are new: they are validated as an import's. */
async function validateNew(
  messages: AsyncIterable<ReadingMessage>,
  { type, keys, find, review }: NewRows,
): Promise<void> {
  const duplicates = new DuplicateCheck(type, (field) => field);
  const references = new CondoReferences((field) => field);
  for await (const message of messages) {
    if (message.t !== 'rows') continue;
    const { batch } = message;
    if (find) await references.check(find, batch, keyIndex('apartment', 'condo_id'));
    const rows = rowsWithKey(type, batch);
    const stored = rows.flatMap((rowIndex) => {
      const id = keys.get(duplicateKeyOf(type, batch, rowIndex));
      return id === undefined ? [] : [[rowIndex, id] as const];
    });
    duplicates.check(batch, rows, new Map(stored));
    review.addNew(newRows.parse(batch.readValid()), batch.readInvalid());
  }
}
