import type { UnknownRecord } from '~/fields/reading';
import { checkChanges, checkNew, readValues, type GivenRow } from '~/imports/server/given-rows';
import { sentence, type AnySentence } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import { toMediaUrl } from '~/platform/media/media-store';
import {
  OPEN_PROPOSALS_LIMIT,
  PROPOSED_ROWS_LIMIT,
  type NewProposal,
  type ProposalKind,
} from '~/proposals/schema';
import { ApiError, fieldError, invalidFields } from '~/rpc/embedded/api-error';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import type { SignedIn } from '~/rpc/embedded/router';
import type { CodedError } from '~/rpc/errors/error';
import { HTTP_TOO_MANY_REQUESTS } from '~/rpc/errors/http-status';
import { countOpen, insertProposal } from './proposals.repo';
import { findTargets, storedVersion, type Targets } from './records';

const ROWS_LIMIT_TEXT = PROPOSED_ROWS_LIMIT.toLocaleString('en-US');

/** Number of errors that are listed; further ones are only counted. */
const ERROR_LIMIT = 1_000;

/** Errors of rows by their path: "rows.3.values.name". */
export class RowErrors {
  readonly #errors: CodedError[] = [];

  add = (place: number, part: string, why: AnySentence): void => {
    if (this.#errors.length >= ERROR_LIMIT) return;
    this.#errors.push(fieldError(`rows.${place}${part && `.${part}`}`, why));
  };

  reject = (place: number, field: string, why: AnySentence): void =>
    this.add(place, `values.${field}`, why);

  /** Throws if there are errors. @throws ApiError 422 */
  throwIfAny(): void {
    if (this.#errors.length > 0) throw invalidFields(this.#errors);
  }
}

interface Checked {
  kind: ProposalKind;
  targets: Targets;
  errors: RowErrors;
}

/** Reads rows into stored values. Without `errors`, each row must be valid by itself. */
export function readRows<Row extends GivenRow>(
  rows: readonly Row[],
  { kind, targets, errors }: Checked,
): Row[] {
  const first = new Map<number | null, number>();
  return rows.map((row) => {
    const { id, place } = row;
    const target = targets.get(id);
    if (id !== null && !target) errors.add(place, 'id', 'proposal_record');
    const twin = first.get(id);
    if (twin !== undefined) errors.add(place, 'id', sentence('same_record', { row: twin }));
    else if (id !== null) first.set(id, place);
    const values = readValues(kind, row, target?.stored, errors.reject);
    return Object.assign(row, { values });
  });
}

/** POST /admin/proposals: resolves to the new id. @throws ApiError 422 naming rows and fields, 429 */
export async function propose(
  tx: Db,
  deps: ApiDeps,
  { userId, apiToken }: SignedIn,
  { kind, reason, rows }: NewProposal,
): Promise<number> {
  const now = deps.clock();
  const errors = new RowErrors();
  for (const [place, { action, id, version, values }] of rows.entries()) {
    const isChange = action === 'change';
    if (isChange && id == null) errors.add(place, 'id', 'proposal_unnamed');
    if (isChange && !version) errors.add(place, 'version', 'proposal_unnamed');
    if (!isChange && (id ?? version) != null) errors.add(place, 'id', 'proposal_new');
    if (!isChange && kind === 'user') errors.add(place, 'action', 'proposal_no_people');
    if (Object.keys(values).length === 0) errors.add(place, 'values', 'proposal_empty');
  }
  errors.throwIfAny();
  const given = rows.map(({ id = null, version, values }, place) => {
    return { place, id, version: version ?? '', values: values satisfies UnknownRecord };
  });
  const { open, rows: openRows } = await countOpen(tx, userId, now);
  if (open >= OPEN_PROPOSALS_LIMIT)
    throw tooMany(sentence('too_many_proposals', { max: OPEN_PROPOSALS_LIMIT }));
  if (openRows + rows.length > PROPOSED_ROWS_LIMIT)
    throw tooMany(sentence('too_many_proposed_rows', { max: ROWS_LIMIT_TEXT }));
  const ids = given.flatMap(({ id }) => id ?? []);
  // The lock makes an erasure of the same person wait. It then removes these rows too.
  const locked = kind === 'user';
  const targets = await findTargets(tx, { kind, ids, mediaUrl: toMediaUrl(deps), locked });
  const read = readRows(given, { kind, targets, errors });
  errors.throwIfAny();
  await checkTogether(tx, read, { kind, errors, day: todayOf(deps) });
  errors.throwIfAny();
  const stored = read.map(({ place, id, version, values }) => {
    const target = targets.get(id);
    const record_version = target ? storedVersion(target, version) : null;
    return { place, record_id: id, record_version, values };
  });
  const proposal = { kind, reason, created_by: userId, token_name: apiToken?.name ?? null };
  return insertProposal(tx, proposal, stored, now);
}

function tooMany(why: AnySentence): ApiError {
  return new ApiError(HTTP_TOO_MANY_REQUESTS, why);
}

/**
 * Checks the rules that need the database. Nothing is written yet, so a changed record may free the
 * name or number of a new one.
 */
async function checkTogether(
  db: Db,
  rows: readonly GivenRow[],
  { kind, errors, day }: Omit<Checked, 'targets'> & { day: string },
): Promise<void> {
  const { reject } = errors;
  const changes = rows.filter(({ id }) => id !== null);
  await checkChanges(db, kind, changes, reject);
  if (kind === 'user') return;
  const fresh = rows.filter(({ id }) => id === null);
  await checkNew(db, kind, fresh, { day, writing: changes.length > 0, reject });
}
