import { readApartment, formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { bodySchemaOf } from '~/fields/field-schemas';
import { changedValues } from '~/fields/field-values';
import { fieldOf, mapNames, namesOf, writableNames } from '~/fields/fields';
import { HTTP_CONFLICT, HTTP_NOT_FOUND, HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { fieldsOf, readRecord, readText, type Fields as Answer } from '~/fields/reading';
import {
  changesOf,
  dayOf,
  REVIEW_FIELDS,
  toReviewValue,
  valuesOf,
  type FieldChange,
  type ReviewType,
  type ReviewValues,
} from './row-error';
import { AppError, isNotFound } from '~/rpc/errors/app-error';
import { z } from '~/fields/zod';
import type { FormStream } from '~/platform/http/form-stream.server';
import { randomKey } from '~/fields/random-key';
import { drain, readJson, type Upstream, type UpstreamCall } from '~/rpc/upstream.server';
import { toFailure, type Failure } from '~/rpc/frames.server';
import { checkInput, readCreatedId } from '~/rpc/perform.server';
import { matchHeaders, UNCOMPRESSED, versionOf } from '~/rpc/wire';
import type { RowRequest, RowRequests } from './row-change';
import { coded } from '~/language/sentence';

const PATHS: Readonly<Record<ReviewType, string>> = {
  condo: '/admin/condos',
  apartment: '/admin/apartments',
};
const READERS: Readonly<Record<ReviewType, (fields: Answer) => object>> = {
  condo: readCondo,
  apartment: readApartment,
};

const lastWork = new Map<string, Promise<void>>();

/** Serializes changes of one record within this process. Across processes only If-Match protects it. */
function withRecordLock(path: string, work: () => Promise<void>): Promise<void> {
  const before = lastWork.get(path);
  const own = before ? before.then(work, work) : work();
  const forget = () => {
    if (lastWork.get(path) === own) lastWork.delete(path);
  };
  lastWork.set(path, own);
  own.then(forget, forget);
  return own;
}

/** The result of a row: its failure, or the id of a created record if the API sends it. */
export interface RowResult {
  failure: Failure | null;
  id: number | null;
}

/** Applies rows one after the other, until the session ends or the browser disconnects. */
export async function applyRows(
  upstream: Upstream,
  { type, rows }: RowRequests,
  browser: AbortSignal,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) {
    if (browser.aborted) break;
    const result = await applyRow(upstream, type, row).then(
      (id) => ({ failure: null, id }),
      (error: unknown) => ({ failure: toFailure(error), id: null }),
    );
    results.push(result);
    if (result.failure?.status === HTTP_UNAUTHORIZED) break;
  }
  return results;
}

/**
 * Applies or reverts one reviewed row. Resolves to the id of a created record if the API sends it.
 * @throws AppError 404, 409 if the record was deleted or changed since; 412 and others of the API
 */
export async function applyRow(
  upstream: Upstream,
  type: ReviewType,
  row: RowRequest,
): Promise<number | null> {
  if (row.method === 'POST') {
    const checked = checkInput(bodySchemaOf(REVIEW_FIELDS[type]), row.values);
    const body = toBody(type, writableValues(type, checked));
    const response = await upstream.call({ method: 'POST', path: PATHS[type], ...body });
    return readCreatedId(response);
  }
  const path = `${PATHS[type]}/${row.id}`;
  await withRecordLock(path, () =>
    row.method === 'PUT'
      ? readAndPut(upstream, path, type, row.changes)
      : readAndDelete(upstream, path, type, row.values),
  );
  return null;
}

/**
 * Reads the record again, which must still have the old values of the review; with the new values nothing is
 * left to do. All fields are sent, as the edit form does. Images are omitted and stay.
 */
async function readAndPut(
  upstream: Upstream,
  path: string,
  type: ReviewType,
  changes: readonly FieldChange[],
): Promise<void> {
  const fieldName = z.enum(namesOf(REVIEW_FIELDS[type]));
  for (const { field } of changes) checkInput(fieldName, field);
  const { record, version } = await readAgain(upstream, type, path);
  if (changesOf(type, record, valuesOf(changes, 'new')).length === 0) return;
  if (changesOf(type, record, valuesOf(changes, 'old')).length > 0) throw changedSince();
  const checked = checkInput(bodySchemaOf(REVIEW_FIELDS[type]).partial(), valuesOf(changes, 'new'));
  const stored = writableValues(type, record);
  const body = toBody(type, { ...stored, ...writableValues(type, checked) }, stored);
  await drain(upstream.call({ method: 'PUT', path, ...body, headers: matchHeaders(version) }));
}

async function readAndDelete(
  upstream: Upstream,
  path: string,
  type: ReviewType,
  values: Answer,
): Promise<void> {
  const { record } = await readAgain(upstream, type, path);
  if (changesOf(type, record, writableValues(type, values)).length > 0) throw changedSince();
  await drain(upstream.call({ method: 'DELETE', path }));
}

function changedSince(): AppError {
  return new AppError({ status: HTTP_CONFLICT, ...coded('record_changed') });
}

async function readAgain(upstream: Upstream, type: ReviewType, path: string) {
  try {
    const response = await upstream.call({ method: 'GET', path, headers: UNCOMPRESSED });
    const answer = await readJson(response);
    const version = versionOf(response);
    // Some APIs answer null rather than 404.
    if (answer !== null) return { record: fieldsOf(READERS[type](readRecord(answer))), version };
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  throw new AppError({ status: HTTP_NOT_FOUND, ...coded('record_deleted') });
}

/** Values of the writable fields that a record has. A date is cut to its day: some APIs send an instant. */
function writableValues(type: ReviewType, record: Answer): ReviewValues {
  const fields = REVIEW_FIELDS[type];
  const names = writableNames(fields).filter((name) => Object.hasOwn(record, name));
  return mapNames(names, (name) => {
    const value = toReviewValue(record[name]);
    return fieldOf(fields, name).kind === 'date' && typeof value === 'string'
      ? dayOf(value)
      : value;
  });
}

/** The body of a call as the forms send it: a building's multipart, an apartment's JSON. */
function toBody(
  type: ReviewType,
  values: ReviewValues,
  stored?: ReviewValues,
): Pick<UpstreamCall, 'form' | 'json'> {
  const sent = changedValues(REVIEW_FIELDS[type], values, stored);
  if (type === 'apartment') {
    // Always sent, as by the form: an apartment without a parking spot has "None".
    const parking_spot_number = formatParkingSpots(
      parseParkingSpots(readText(values.parking_spot_number)),
    );
    return { json: { ...sent, parking_spot_number } };
  }
  return { form: toFormStream(sent) };
}

/** A multipart form with its length, which some APIs require. FormData would turn line breaks into "\r\n". */
function toFormStream(values: Readonly<Record<string, unknown>>): FormStream {
  const boundary = randomKey();
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${toReviewValue(value) ?? ''}\r\n`,
  );
  const bytes = new TextEncoder().encode(`${parts.join('')}--${boundary}--\r\n`);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { body: new Blob([bytes]).stream(), contentType, length: String(bytes.byteLength) };
}
