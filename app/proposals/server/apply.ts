import { givenValues, updateRecords } from '~/history/server/records.repo';
import { bulkTypeOf, changesOf, reviewValuesOf } from '~/imports/row-error';
import { lockImports } from '~/imports/server/create';
import { checkChanges, checkNew, type GivenRow } from '~/imports/server/given-rows';
import { insertImportRecord } from '~/imports/server/import-records.repo';
import { insertRows } from '~/imports/server/inserts';
import { sentence } from '~/language/sentence';
import { msg } from '~/language/texts';
import type { Administrator } from '~/accounts/server/auth-middleware';
import type { Db } from '~/platform/database/connect.server';
import { isConstraintViolation } from '~/platform/database/errors';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import { toMediaUrl } from '~/platform/media/media-store';
import type { ApplyProposal, ProposalKind, ProposalRow } from '~/proposals/schema';
import { ApiError, conflict, fieldError, notFound } from '~/rpc/embedded/api-error';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { HTTP_CONFLICT, HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { readRows, RowErrors } from './propose';
import { decide, findProposals, findRows, lockProposal, type StoredRow } from './proposals.repo';
import { findTargets, versionOf, type Targets } from './records';

const PROPOSAL = msg`Proposal`;

/** Locks an open proposal, so that nobody else decides on it. @throws ApiError 404, 409 */
async function lockOpen(tx: Db, id: number, now: Date) {
  const proposal = await lockProposal(tx, id, now);
  if (!proposal) throw notFound(PROPOSAL);
  if (proposal.status === 'expired') throw conflict('proposal_expired');
  if (proposal.status !== 'open') throw conflict('proposal_decided');
  return proposal;
}

/** Finds a proposal. @throws ApiError 404 */
export async function findProposal(db: Db, id: number, now: Date) {
  const [proposal] = await findProposals(db, now, { id });
  if (!proposal) throw notFound(PROPOSAL);
  return proposal;
}

export async function rejectProposal(
  { db, clock }: ApiDeps,
  { userId }: Administrator,
  id: number,
  reason: string | null,
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    await lockOpen(tx, id, now);
    const rejection = reason === '' ? null : reason;
    await decide(tx, id, { decision: 'rejected', decided_at: now, decided_by: userId, rejection });
  });
}

/**
 * Applies all rows of a proposal or the chosen ones, as one import: all of them or none.
 * @throws ApiError 404, 409 if it was decided on or has expired, and for records that have changed since,
 * 412 for another version, 422 for values that are no longer valid
 */
export async function applyProposal(
  deps: ApiDeps,
  actor: Administrator,
  id: number,
  request: ApplyProposal,
) {
  const { db, clock } = deps;
  const { kind } = await findProposal(db, id, clock());
  const change = { actor, action: 'imported', record: { kind, name: null } } as const;
  const work = (tx: ChangeTx) => applyInTransaction(tx, deps, { ...request, actor, id, kind });
  try {
    return await recordChange(db, change, work, { isLong: true });
  } catch (error) {
    if (isConstraintViolation(error)) throw conflict('others_in_the_way');
    throw error;
  }
}

type Apply = ApplyProposal & { actor: Administrator; id: number; kind: ProposalKind };

async function applyInTransaction(
  tx: ChangeTx,
  deps: ApiDeps,
  { actor: { userId }, id, kind, version, rows: picks }: Apply,
) {
  const now = deps.clock();
  const type = bulkTypeOf(kind);
  const proposal = await lockOpen(tx, id, now);
  if (proposal.version !== version)
    throw new ApiError(HTTP_PRECONDITION_FAILED, 'proposal_other_version');
  await lockImports(tx, type);
  const chosen = choose(await findRows(tx, id), picks);
  const ids = chosen.flatMap((row) => row.record_id ?? []);
  const targets = await findTargets(tx, { kind, ids, mediaUrl: toMediaUrl(deps), locked: true });
  rejectStale(chosen, targets);
  const errors = new RowErrors();
  const given = chosen.map(({ place, record_id, values }) => ({ place, id: record_id, values }));
  const rows = readRows(given, { kind, targets, errors });
  errors.throwIfAny();
  const changes = rows.filter((row) => isDifferent(kind, row, targets));
  await checkChanges(tx, kind, changes, errors.reject);
  errors.throwIfAny();
  const records = changes.flatMap((row) =>
    row.id === null ? [] : [{ id: row.id, values: row.values }],
  );
  if (records.length > 0) await updateRecords(tx, kind, givenValues(records), now);
  const fresh = rows.filter((row) => row.id === null);
  let created = 0;
  if (kind !== 'user' && fresh.length > 0) {
    const { reject } = errors;
    await checkNew(tx, kind, fresh, { day: todayOf(deps), writing: false, reject });
    errors.throwIfAny();
    const values = fresh.map((row) => row.values);
    created = await insertRows(tx, kind, values, { userId, now, mailsAt: null });
  }
  const changed = records.length;
  const import_id =
    created + changed === 0
      ? undefined
      : await insertImportRecord(tx, {
          type,
          rows_hash: `proposal ${id} ${version}`,
          reason: proposal.reason,
          proposed_by: proposal.created_by,
          proposed_token: proposal.token_name,
          created_by: userId,
          created_at: now,
          created_count: created,
          changed_count: changed,
        });
  const decided = { decision: 'applied', decided_at: now, decided_by: userId } as const;
  await decide(tx, id, { ...decided, import_id });
  return { created, changed, import_id: import_id ?? null };
}

/** Returns the chosen rows with their edited values. @throws ApiError 422 for an unknown or repeated row */
function choose(rows: readonly StoredRow[], picks: ApplyProposal['rows']): StoredRow[] {
  if (!picks) return [...rows];
  const errors = new RowErrors();
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  const chosen = picks.flatMap(({ row: place, values }) => {
    const row = byPlace.get(place);
    byPlace.delete(place);
    if (!row) errors.add(place, '', 'proposal_row_unknown');
    return row ? { ...row, values: { ...row.values, ...values } } : [];
  });
  errors.throwIfAny();
  return chosen;
}

const NAMED_LIMIT = 10;

/** Rejects rows that are based on an outdated record. @throws ApiError 409 naming these rows */
function rejectStale(rows: readonly StoredRow[], targets: Targets): void {
  const stale = rows.filter((row) => stateOf(row, targets) !== 'current');
  if (stale.length === 0) return;
  const names = stale
    .slice(0, NAMED_LIMIT)
    .map(({ record_id: id }) => targets.get(id)?.name ?? `#${id}`);
  const why = sentence('proposal_stale', { names: names.join(', ') });
  const errors = stale.map((row) => {
    const isDeleted = stateOf(row, targets) === 'deleted';
    return fieldError(
      `rows.${row.place}`,
      isDeleted ? 'proposal_row_gone' : 'proposal_row_changed',
    );
  });
  throw new ApiError(HTTP_CONFLICT, why, errors);
}

/** State of a row's record compared with the version that the row is based on. */
export function stateOf(
  { record_id, record_version }: StoredRow,
  targets: Targets,
): ProposalRow['state'] {
  if (record_id === null) return 'current';
  const target = targets.get(record_id);
  if (!target) return 'deleted';
  return versionOf(target) === record_version ? 'current' : 'changed';
}

function isDifferent(kind: ProposalKind, { id, values }: GivenRow, targets: Targets): boolean {
  const target = targets.get(id);
  if (!target) return false;
  return changesOf(kind, target.stored.record, reviewValuesOf(values)).length > 0;
}
