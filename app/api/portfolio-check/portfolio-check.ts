import {
  FINDING_KINDS,
  FINDING_RECORDS,
  FINDINGS_PAGE_SIZE,
  type FindingKind,
} from '~/contract/portfolio-check';
import type {
  FindingCounts,
  FindingPage,
  FindingQuery,
  SetAside,
} from '~/contract/portfolio-check-schemas';
import type { Administrator } from '../auth/actor';
import { recordChange, recordEvent } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { conflict, notFound } from '../http/api-error';
import {
  countFindings,
  findKindsAside,
  findFindings,
  hasFinding,
  removeOutdated,
  removeSetAside,
  saveSetAside,
} from './portfolio-check.repo';

const CHANGED_MESSAGE = 'This finding has changed, or is gone. Look at the list again.';

/** One core each; everybody else's calls need connections too. */
const COUNTED_AT_ONCE = 2;

/** GET /admin/portfolio-check: counted when it is asked for, one statement a kind. */
export async function countAll({ db, clock }: ApiDeps): Promise<FindingCounts> {
  const now = clock();
  const aside = await findKindsAside(db);
  await removeOutdated(db, aside, now);
  const counts: FindingCounts = [];
  const waiting = FINDING_KINDS.entries();
  const count = async () => {
    for (const [index, kind] of waiting) {
      counts[index] = await countFindings(db, { kind, now, someAside: aside.has(kind) });
    }
  };
  await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, count));
  return counts;
}

/** GET /admin/portfolio-check/{kind}: a page past the end is the last one. */
export async function listFindings(
  { db, clock }: ApiDeps,
  kind: FindingKind,
  query: FindingQuery,
): Promise<FindingPage> {
  const now = clock();
  const aside = query.set_aside === 'true';
  const { count, under_way, set_aside } = await countFindings(db, {
    kind,
    now,
    someAside: aside || (await findKindsAside(db)).has(kind),
  });
  const listed = aside ? set_aside : count + under_way;
  const total_pages = Math.max(1, Math.ceil(listed / FINDINGS_PAGE_SIZE));
  const current_page = Math.min(query.page, total_pages);
  const findings = await findFindings(db, { kind, now, aside, page: current_page });
  return { findings, pagination: { current_page, total_pages } };
}

/**
 * PUT /admin/portfolio-check/{kind}/{id}: the finding is put aside until it changes.
 * @throws ApiError 409 when it is not, or no longer, in this state
 */
export async function setAside(
  { db, clock }: ApiDeps,
  actor: Administrator,
  { kind, id }: { kind: FindingKind; id: number },
  { state, reason }: SetAside,
): Promise<void> {
  const now = clock();
  const record = { kind: FINDING_RECORDS[kind], id };
  await recordChange(db, { actor, action: 'set_aside' }, async (tx) => {
    if (!(await hasFinding(tx, { kind, id, state }, now))) throw conflict(CHANGED_MESSAGE);
    const aside = { kind, record_id: id, state, reason, set_aside_by: actor.userId };
    await saveSetAside(tx, { ...aside, created_at: now });
    await recordEvent(tx, 'set_aside', record, { finding: kind, reason });
  });
}

/** DELETE /admin/portfolio-check/{kind}/{id}: it counts again. @throws ApiError 404 */
export async function takeBack(
  { db }: ApiDeps,
  actor: Administrator,
  { kind, id }: { kind: FindingKind; id: number },
): Promise<void> {
  const record = { kind: FINDING_RECORDS[kind], id };
  await recordChange(db, { actor, action: 'taken_back' }, async (tx) => {
    const reason = await removeSetAside(tx, kind, id);
    if (reason === null) throw notFound('Finding');
    await recordEvent(tx, 'taken_back', record, { finding: kind, reason });
  });
}
