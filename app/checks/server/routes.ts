import { moveCalls, portfolioCheckCalls } from '~/checks/calls';
import {
  FINDING_KINDS,
  FINDING_RECORDS,
  FINDINGS_PAGE_SIZE,
  type FindingKind,
} from '~/checks/schema';
import type { FindingCounts, FindingPage, FindingQuery } from '~/checks/answers';
import { eq } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { userCondoAssociations } from '~/platform/database/schema/records';
import { administratorOf } from '~/accounts/server/auth-middleware';
import { recordChange, recordEvent } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { conflict, notFound } from '~/rpc/embedded/api-error';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import {
  countFindings,
  findKindsAside,
  findFindings,
  hasFinding,
  removeOutdated,
  removeSetAside,
  saveSetAside,
} from './repo';
import { findMoves } from './moves.repo';

/** Counts that run at once. Each takes a core, and other calls need connections too. */
const COUNTED_AT_ONCE = 2;

/** All routes of /admin/portfolio-check. A dismissed finding counts again once it has changed. */
export function portfolioCheckRoutes(deps: ApiDeps) {
  const { db } = deps;
  return serveCalls(createRouter(), portfolioCheckCalls, {
    count: () => countAll(deps),
    list: (c) => listFindings(deps, c.req.valid('param').kind, c.req.valid('query')),
    async setAside(c) {
      const { kind, id } = c.req.valid('param');
      const { state, reason } = c.req.valid('json');
      const actor = administratorOf(c);
      const at = timeOf(deps);
      await recordChange(db, { actor, action: 'set_aside' }, async (tx) => {
        if (!(await hasFinding(tx, { kind, id, state }, at))) throw conflict('finding_changed');
        const aside = { kind, record_id: id, state, reason, set_aside_by: actor.userId };
        await saveSetAside(tx, { ...aside, created_at: at.now });
        const record = await historyRecord(tx, kind, id);
        await recordEvent(tx, 'set_aside', record, { finding: kind, reason });
      });
    },
    async reopen(c) {
      const { kind, id } = c.req.valid('param');
      await recordChange(db, { actor: administratorOf(c), action: 'taken_back' }, async (tx) => {
        const reason = await removeSetAside(tx, kind, id);
        if (reason === null) throw notFound('Finding');
        const record = await historyRecord(tx, kind, id);
        await recordEvent(tx, 'taken_back', record, { finding: kind, reason });
      });
    },
  });
}

export function moveRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), moveCalls, {
    list: (c) => findMoves(deps.db, c.req.valid('query'), todayOf(deps)),
  });
}

/**
 * The record in whose history a finding is recorded. For an association this is its person, so that erasing
 * the person also erases the reason.
 */
async function historyRecord(tx: Db, kind: FindingKind, id: number) {
  if (FINDING_RECORDS[kind] !== 'association') return { kind: FINDING_RECORDS[kind], id };
  const [row] = await tx
    .select({ user_id: userCondoAssociations.user_id })
    .from(userCondoAssociations)
    .where(eq(userCondoAssociations.id, id));
  if (!row) throw notFound('Association');
  return { kind: 'user', id: row.user_id } as const;
}

const timeOf = (deps: ApiDeps) => ({ now: deps.clock(), day: todayOf(deps) });

/** Counts all kinds, one statement per kind. */
async function countAll(deps: ApiDeps): Promise<FindingCounts> {
  const { db } = deps;
  const at = timeOf(deps);
  const aside = await findKindsAside(db);
  await removeOutdated(db, aside, at);
  const counts: FindingCounts = [];
  const waiting = FINDING_KINDS.entries();
  const count = async () => {
    for (const [index, kind] of waiting) {
      counts[index] = await countFindings(db, { kind, at, someAside: aside.has(kind) });
    }
  };
  await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, count));
  return counts;
}

/** A page of findings. A number past the end gives the last page. */
async function listFindings(
  deps: ApiDeps,
  kind: FindingKind,
  query: FindingQuery,
): Promise<FindingPage> {
  const { db } = deps;
  const at = { now: deps.clock(), day: query.as_of ?? todayOf(deps) };
  const aside = query.set_aside === 'true';
  const { count, under_way, set_aside } = await countFindings(db, {
    kind,
    at,
    someAside: aside || (await findKindsAside(db)).has(kind),
  });
  const listed = aside ? set_aside : count + under_way;
  const total_pages = Math.max(1, Math.ceil(listed / FINDINGS_PAGE_SIZE));
  const current_page = Math.min(query.page, total_pages);
  const findings = await findFindings(db, { kind, at, aside, page: current_page });
  return { findings, pagination: { current_page, total_pages } };
}
