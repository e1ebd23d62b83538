import {
  apartmentFields,
  formatParkingSpots,
  parseParkingSpots,
  readApartment,
} from '~/apartments/fields';
import { condoFields, readCondo } from '~/condos/fields';
import { changedValues } from '~/fields/field-values';
import { mapNames, writableNames } from '~/fields/fields';
import { randomKey } from '~/fields/random-key';
import { fieldsOf, readRecord, type UnknownRecord } from '~/fields/reading';
import { CALLS_AT_ONCE, runEach, type Outcome } from '~/fields/run-each';
import { coded } from '~/language/sentence';
import { msg, t } from '~/language/texts';
import { change, read, sendForm, toChanged, type Changed } from '~/rpc/client.functions';
import { AppError, detailOrMessage, isNotFound } from '~/rpc/errors/app-error';
import {
  HTTP_BAD_GATEWAY,
  HTTP_BAD_REQUEST,
  HTTP_CONFLICT,
  HTTP_GATEWAY_TIMEOUT,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_NOT_FOUND,
  HTTP_PRECONDITION_FAILED,
} from '~/rpc/errors/http-status';
import { getSession } from '~/rpc/session-store';
import { passedTag, readAnswer } from '~/rpc/wire';
import type { RowError } from './bulk-reading';
import {
  chosenRows,
  type ChangedRow,
  type IsChosen,
  type PanelChanges,
  type PlacedRow,
} from './change-set';
import { formOf } from './request-review';
import {
  changesOf,
  dayOf,
  REVIEW_FIELDS,
  toReviewValue,
  undone,
  valuesOf,
  type ReviewType,
} from './row-error';

/** Aborting the signal stops before the next row. `onProgress` receives the number of applied rows. */
export interface RowsWatch {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Applied rows, with the ids of their records by the row's place, by which they can be undone. */
export interface AppliedRows {
  set: PanelChanges;
  /** The id is null if the API did not report it. */
  ids: ReadonlyMap<number, number | null>;
}

/** Applies rows by PUT and POST, a few at once. It never rejects; the result names each failed row. */
export async function applyRows(set: PanelChanges, isChosen: IsChosen, watch: RowsWatch) {
  const { kind: type } = set;
  const { done, ids, failed, skipped } = await writeEach(set, isChosen, watch, async (row) =>
    row.action === 'change' ? changeRecord(type, row) : (await save(type, row.values)).id,
  );
  return {
    changed: done.change,
    created: done.create,
    errors: failed.map(({ item, error: cause }): RowError => {
      const why = messageOf(cause);
      if (item.action === 'create') return { row: item.values, error: why, fields: [] };
      const { row_number, id, changes } = item;
      const row = { row_number, id, ...valuesOf(changes, 'new') };
      const error = `id "${id}": ${why}`;
      return { row, error, fields: [] };
    }),
    skipped,
    undo: { set, ids },
  };
}

/**
 * Restores old values and deletes created records. Rows that were changed in the meantime stay and are
 * named.
 */
export async function undoRows({ set, ids }: AppliedRows, watch: RowsWatch) {
  const { kind: type } = set;
  const isApplied = (place: number) => ids.has(place);
  const { done, failed, skipped } = await writeEach(set, isApplied, watch, (row) =>
    row.action === 'change'
      ? changeRecord(type, { ...row, changes: undone(row.changes) })
      : removeRecord(type, ids.get(row.place) ?? null, row.values),
  );
  return {
    restored: done.change,
    removed: done.create,
    /** The records that stay as the file has them, each with the reason. */
    kept: failed.map(({ item: { place, name }, error }) => {
      const known = error instanceof AppError ? KEPT[error.status] : null;
      return { id: ids.get(place) ?? null, name, reason: known ?? messageOf(error) };
    }),
    skipped,
  };
}

/**
 * Makes the calls for rows, changes first, a few at once, until the signal is aborted or the session has
 * ended.
 */
async function writeEach(
  set: PanelChanges,
  isChosen: IsChosen,
  { signal, onProgress }: RowsWatch,
  call: (row: PlacedRow) => Promise<number | null>,
) {
  const ended = new AbortController();
  const ids = new Map<number, number | null>();
  const done = { change: 0, create: 0 };
  const failed: Array<Extract<Outcome<PlacedRow>, { kind: 'failed' }>> = [];
  let total = 0;
  const each = async (row: PlacedRow) => {
    try {
      ids.set(row.place, await call(row));
      done[row.action] += 1;
    } finally {
      if (!getSession()) ended.abort();
    }
  };
  for await (const rows of chosenRows(set, isChosen)) {
    const before = total;
    const outcomes = await runEach(rows, each, {
      atOnce: CALLS_AT_ONCE,
      signal: AbortSignal.any([signal, ended.signal]),
      onProgress: (answered) => onProgress(before + answered),
    });
    for (const outcome of outcomes) if (outcome.kind === 'failed') failed.push(outcome);
    total += rows.length;
  }
  return { done, ids, failed, skipped: total - ids.size - failed.length };
}

/** A stored record, with its version if the API sends one. */
interface Stored {
  id: number;
  record: UnknownRecord;
  version: string | null;
}

/**
 * Creates a record, or sends all fields of a stored one. The call is that of the form without images, so
 * images stay.
 */
async function save(type: ReviewType, values: UnknownRecord, stored?: Stored): Promise<Changed> {
  const at = stored && { id: stored.id, version: stored.version };
  if (type === 'apartment') {
    const apartment = readApartment(values);
    // Parking is always sent, as by the form: an apartment without a parking spot has "None".
    const spots = parseParkingSpots(apartment.parking_spot_number);
    const filled = { ...apartment, parking_spot_number: formatParkingSpots(spots) };
    const body = changedValues(apartmentFields, filled, stored && readApartment(stored.record));
    return at
      ? change('apartments.update', { ...at, body })
      : change('apartments.create', { body });
  }
  const condo = readCondo(values);
  // Some APIs send an instant.
  const filled = { ...condo, date_built: condo.date_built && dayOf(condo.date_built) };
  const sent = changedValues(condoFields, filled, stored && readCondo(stored.record));
  const texts = Object.entries(sent).map(([name, value]) => [name, String(value ?? '')] as const);
  const form = formOf(Object.fromEntries(texts));
  const answer = at
    ? sendForm('condos.update', form, at)
    : sendForm('condos.create', form, { key: randomKey() });
  return toChanged(await answer);
}

/**
 * Reads a record again and writes a row if the record still has the old values of the review. If it has the
 * new values already, nothing is sent.
 * @throws AppError 404, 409 if it was deleted or changed since; 412 and others of the API
 */
async function changeRecord(type: ReviewType, { id, changes }: ChangedRow): Promise<number> {
  const stored = await readAgain(type, id);
  const values = valuesOf(changes, 'new');
  if (changesOf(type, stored.record, values).length === 0) return id;
  assertSame(type, stored, valuesOf(changes, 'old'));
  await save(type, { ...stored.record, ...values }, stored);
  return id;
}

async function removeRecord(
  type: ReviewType,
  id: number | null,
  values: UnknownRecord,
): Promise<number> {
  const detail = msg`The API did not say its id`;
  if (id === null) throw new AppError({ status: HTTP_BAD_REQUEST, detail });
  assertSame(type, await readAgain(type, id), values);
  await change(`${type}s.delete` as const, { id });
  return id;
}

function assertSame(type: ReviewType, { record }: Stored, values: UnknownRecord): void {
  const names = writableNames(REVIEW_FIELDS[type]).filter((name) => Object.hasOwn(values, name));
  const expected = mapNames(names, (name) => toReviewValue(values[name]));
  if (changesOf(type, record, expected).length === 0) return;
  throw new AppError({ status: HTTP_CONFLICT, ...coded('record_changed') });
}

const READERS = { condo: readCondo, apartment: readApartment };

async function readAgain(type: ReviewType, id: number): Promise<Stored> {
  const deleted = new AppError({ status: HTTP_NOT_FOUND, ...coded('record_deleted') });
  const response = await read(`${type}s.get` as const, { id }).catch((error: unknown) => {
    throw isNotFound(error) ? deleted : error;
  });
  const answer = await readAnswer(response, (sent) => sent);
  // Some APIs answer null rather than 404.
  if (answer === null) throw deleted;
  const record = fieldsOf(READERS[type](readRecord(answer)));
  return { id, record, version: passedTag(response) };
}

const CHANGED = msg`It was changed after the import`;
/** Reasons why an undo leaves a record, by the status of the call. */
const KEPT: Readonly<Record<number, string>> = {
  [HTTP_CONFLICT]: CHANGED,
  [HTTP_PRECONDITION_FAILED]: CHANGED,
  [HTTP_NOT_FOUND]: msg`It was deleted after the import`,
};
const UNANSWERED: ReadonlySet<number> = new Set([
  0,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_BAD_GATEWAY,
  HTTP_GATEWAY_TIMEOUT,
]);

/** The message of a failed call. A call without an answer may have succeeded on the server. */
function messageOf(error: unknown): string {
  const message = detailOrMessage(error);
  const isAnswered = error instanceof AppError && !UNANSWERED.has(error.status);
  return isAnswered ? message : t`${message}. It may have been applied: validate the file again`;
}
