import { mapNames } from '~/fields/fields';
import { findCondosIn } from '~/imports/server/references';
import { administratorOf } from '~/accounts/server/auth-middleware';
import { IMPORT_LIMIT_MS, withTimeLimit } from '~/platform/database/time-limits.server';
import { toMediaUrl } from '~/platform/media/media-store';
import { proposalCalls } from '~/proposals/calls';
import type { ProposedValues } from '~/proposals/schema';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { once } from '~/rpc/embedded/once';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { applyProposal, findProposal, rejectProposal, stateOf } from './apply';
import { propose } from './propose';
import { findProposals, findRows, type StoredRow } from './proposals.repo';
import { findTargets, type Targets } from './records';

/** Size of 10,000 rows as JSON, which repeats the field names. */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** All routes of /admin/proposals (docs/behaviour/proposals.md). */
export function proposalRoutes(deps: ApiDeps) {
  const { db, clock } = deps;
  return serveCalls(createRouter({ bodyLimitBytes: BODY_LIMIT_BYTES }), proposalCalls, {
    list: (c) => findProposals(db, clock(), c.req.valid('query')),
    get: (c) => reviewProposal(deps, c.req.valid('param').id),
    async create(c) {
      const proposal = c.req.valid('json');
      const id = await db.transaction((tx) =>
        once(tx, c, () => propose(tx, deps, c.get('session'), proposal)),
      );
      return findProposal(db, id, clock());
    },
    apply(c) {
      const { id } = c.req.valid('param');
      const work = () => applyProposal(deps, administratorOf(c), id, c.req.valid('json'));
      return withTimeLimit(IMPORT_LIMIT_MS, work);
    },
    reject(c) {
      const { reason = null } = c.req.valid('json');
      return rejectProposal(deps, administratorOf(c), c.req.valid('param').id, reason);
    },
  });
}

/** Compares a proposal row by row with the stored values. @throws ApiError 404 */
async function reviewProposal(deps: ApiDeps, id: number) {
  const { db, clock } = deps;
  const proposal = await findProposal(db, id, clock());
  const stored = await findRows(db, id);
  const { kind } = proposal;
  const ids = stored.flatMap((row) => row.record_id ?? []);
  const targets = await findTargets(db, { kind, ids, mediaUrl: toMediaUrl(deps) });
  const rows = stored.map((row) => toRow(row, targets));
  const condoIds = rows.flatMap(({ values, old }) => [values.condo_id, old?.condo_id]);
  const known = new Set(condoIds.filter((one) => typeof one === 'number'));
  const condos = known.size === 0 ? [] : await findCondosIn(db)([...known], []);
  const condo_id = Object.fromEntries(
    Array.from(condos, (one) => [String(one.id), one.name ?? '']),
  );
  return { ...proposal, rows, names: known.size === 0 ? {} : { condo_id } };
}

function toRow(row: StoredRow, targets: Targets) {
  const { place, record_id: id, record_version: version, values } = row;
  const target = targets.get(id);
  const record = target?.stored.record;
  return {
    row: place,
    action: id === null ? ('create' as const) : ('change' as const),
    id,
    name: target?.name ?? String(values.name ?? values.apartment_number ?? ''),
    version,
    old: record ? mapNames(Object.keys(values), (name) => toValue(record[name])) : null,
    values,
    state: stateOf(row, targets),
  };
}

function toValue(value: unknown): ProposedValues[string] {
  const isShown = typeof value === 'string' || typeof value === 'number';
  return isShown || typeof value === 'boolean' ? value : null;
}
