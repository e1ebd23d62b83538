import { BY_KEY } from './schema';
import { ROW_VERSION } from './export';
import type { ExportQuery } from './export-schemas';
import {
  HTTP_CONTENT_TOO_LARGE,
  HTTP_SERVICE_UNAVAILABLE,
  HTTP_UNPROCESSABLE_CONTENT,
} from '~/rpc/errors/http-status';
import { readId, readText, type UnknownRecord } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { isEditedExport, NAME_FIELDS, readReviewType, type ReviewType } from './row-error';
import { AppError } from '~/rpc/errors/app-error';
import { coded } from '~/language/sentence';
import { FILE_LIMIT_BYTES, FILE_TOO_LARGE, SheetError } from '~/imports/formats/sheet-row';
import type { FormStream } from '~/platform/http/form-stream.server';
import { readForm, textOf } from '~/platform/http/read-form.server';
import { IS_WORKER } from '~/platform/platform';
import { Semaphore } from '~/platform/semaphore';
import { limitStream } from '~/platform/streams';
import type { ReadRows } from '~/imports/rows/message';
import { reviewRows, type ReviewSource } from '~/imports/rows/review-rows';
import { toText } from '~/imports/rows/field-rules';
import { NAMED_BY, type StoredRecord } from '~/imports/rows/row';
import {
  compositeKey,
  CondoReferences,
  DuplicateCheck,
  duplicateKey,
  rowsWithKey,
  type FindCondos,
} from '~/imports/rows/row-checks';
import type { Frame } from '~/rpc/frames';
import { framedResponse } from '~/rpc/frames.server';
import { callApi } from '~/rpc/perform.server';
import { drain, type Upstream } from '~/rpc/upstream.server';
import { exportRows } from './export-rows.server';

/** Size of the file and the multipart boundaries. */
const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + 1024 * 1024;
const FRAME_BYTES = 256 * 1024;

/** Limits the files that are read at once, since each takes up to about 400 MB. */
const fileReaders = new Semaphore({
  permits: 2,
  queueLimit: 20,
  busy: () => new AppError({ status: HTTP_SERVICE_UNAVAILABLE, ...coded('too_many_files') }),
});

const ALL: Readonly<Record<ReviewType, ExportQuery>> = {
  condo: { list: 'condos', query: { sort_by: 'id', sort_order: 'asc' } },
  apartment: { list: 'apartments', query: {} },
};

/**
 * Compares an exported file with the list of an API that has no review (docs/decisions/0043). Sends frames:
 * the progress, the review's JSON text, and whether there is a review. The first call lets the API check
 * the token.
 * @throws AppError of the API; 413, 422 for the form
 */
export async function panelReview(
  upstream: Upstream,
  form: FormStream,
  signal: AbortSignal,
): Promise<Response> {
  await drain(callApi(upstream, 'dashboard.get', {}));
  return framedResponse(toFrames(upstream, await readFile(form), signal));
}

type FileToReview = Awaited<ReturnType<typeof readFile>>;
type Frames<T = void> = AsyncGenerator<Frame, T, void>;

async function* toFrames(upstream: Upstream, form: FileToReview, signal: AbortSignal): Frames {
  const release = await fileReaders.acquire(signal);
  try {
    const readRows = await loadReader();
    // A file whose rows are matched by key need not be an export.
    const isReviewed = form.how.byKey !== undefined || (await isExport(readRows, form, signal));
    if (isReviewed) {
      // The file is read again from its start, so that no process waits with the file while the API sends
      // its list.
      const source = yield* listSource(upstream, form.type);
      const steps = reviewRows({ ...form, source, readRows, signal });
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) yield progress('comparing', step.value);
      const text = new TextEncoder().encode(JSON.stringify(step.value));
      for (let at = 0; at < text.length; at += FRAME_BYTES)
        yield { kind: 'bytes', bytes: text.subarray(at, at + FRAME_BYTES) };
    }
    yield { kind: 'end', value: { comes_back: isReviewed } };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, ...coded(error.sentence) });
  } finally {
    release();
  }
}

function progress(phase: 'listing' | 'comparing', rows: number): Frame {
  return { kind: 'progress', value: { phase, rows } };
}

/** Loaded on demand: most servers never read a file. */
async function loadReader(): Promise<ReadRows> {
  if (IS_WORKER) return (await import('~/imports/process/reading-here.server')).readHere;
  return (await import('~/imports/process/reading-process.server')).readInProcess;
}

/** True for an exported file. Unreadable files return false, and the API then reports their problem. */
async function isExport(
  readRows: ReadRows,
  { type, file, how }: FileToReview,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const job = { ...how, type, review: type, input: 'file' } as const;
    for await (const message of readRows(job, file, signal)) {
      if (message.type !== 'head') break;
      return isEditedExport(message.reading.columns.map(({ heading }) => heading));
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
  }
  return false;
}

async function readFile({ body, contentType }: FormStream) {
  const limited = limitStream(body, FORM_LIMIT_BYTES, tooLarge);
  const parts = await readForm(limited, contentType).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return [];
  });
  const part = (name: string) => parts.find((one) => one.name === name);
  const text = (name: string) => textOf(part(name) ?? { pieces: [] });
  const file = part('file');
  const type = readReviewType(text('type'));
  if (!file?.isFile || !type) {
    const detail = 'A file and its type are required';
    throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, detail });
  }
  if (file.size > FILE_LIMIT_BYTES) throw tooLarge();
  const byKey = BY_KEY.find((one) => one === text('by_key'));
  return { type, file: file.pieces, how: { byKey, sheet: text('sheet') || undefined } };
}

function tooLarge(): AppError {
  return new AppError({ status: HTTP_CONTENT_TOO_LARGE, ...coded(FILE_TOO_LARGE) });
}

/** Reads the records of the API's list, and the buildings that apartments may name. */
async function* listSource(upstream: Upstream, type: ReviewType): Frames<ReviewSource> {
  const records = new Map<number, StoredRecord>();
  const duplicates = new Map<string, number>();
  const recordKey = (values: UnknownRecord) =>
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
    }
    yield progress('listing', count);
  }
  const named = Map.groupBy(records, ([, { record }]) => recordKey(record));
  const condos = await listedCondos(upstream, type);
  const references = new CondoReferences();
  const check = new DuplicateCheck(type);
  return {
    condos,
    find: async () => records,
    named: async (rows) =>
      rows.flatMap((row) =>
        (named.get(recordKey(row.keys)) ?? []).map(([id]) => [row, id] as const),
      ),
    count: async () => count,
    async check(rows) {
      if (type === 'apartment') await references.check(condos, rows);
      const open = rowsWithKey(type, rows);
      const stored = open.flatMap((row) => {
        const id = duplicates.get(duplicateKey(type, row.keys));
        return id === undefined ? [] : [[row, id] as const];
      });
      check.check(open, new Map(stored));
    },
  };
}

/** Reads the buildings of the API. Only a file of apartments needs them. */
async function listedCondos(upstream: Upstream, type: ReviewType): Promise<FindCondos> {
  const condos: Array<{ id: number; name: string | null }> = [];
  for await (const { rows } of type === 'condo' ? [] : exportRows(upstream, ALL.condo, false)) {
    for (const row of rows) {
      const id = readId(row.id);
      if (id !== null) condos.push({ id, name: readText(row.name) });
    }
  }
  return async (ids, names) => {
    const keys = new Set<number | string>([...ids, ...names]);
    return condos.filter(({ id, name }) => keys.has(id) || keys.has(equalKey(name ?? '')));
  };
}
