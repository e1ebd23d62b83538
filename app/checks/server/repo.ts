import { and, eq, sql } from 'drizzle-orm';
import { FINDING_RECORDS, FINDINGS_PAGE_SIZE, type FindingKind } from '~/checks/schema';
import { findingSchema, type Finding } from '~/checks/answers';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import { isoInstant } from '~/platform/database/schema/field-columns';
import type { ChangeTx } from '~/platform/database/record-change';
import { setAsideFindings } from '~/platform/database/schema/operations';
import { FINDINGS, invitationsFor, type At } from './findings';

const counts = z.tuple([z.object({ count: z.int(), under_way: z.int(), set_aside: z.int() })]);

/**
 * Sets options for statements that read whole tables. Parallel workers are off, since two kinds are counted
 * at once and would compete. Index scans are made cheaper: the planner overestimates reading an index from
 * end to end (docs/performance.md).
 */
function readingAll<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select set_config('max_parallel_workers_per_gather', '0', true), set_config('random_page_cost', '1', true)`);
    return read(tx);
  });
}

/**
 * Counts a kind's findings: open ones, those with an invitation under way, and dismissed ones. Without
 * dismissals no state needs to be computed.
 */
export async function countFindings(
  db: Db,
  { kind, at, someAside }: { kind: FindingKind; at: At; someAside: boolean },
) {
  const aside = someAside ? sql`s.id` : sql`null::int`;
  const { rows } = await readingAll(db, (tx) =>
    tx.execute(sql`
      select count(*)::int as count, count(${aside})::int as set_aside,
             (count(w.record_id) filter (where ${aside} is null))::int as under_way
        from (${FINDINGS[kind](at)}) f ${someAside ? joinSetAside(kind) : sql``}
        left join (${invitationsFor(kind, at)}) w on w.record_id = f.record_id`),
  );
  const [{ count, under_way, set_aside }] = counts.parse(rows);
  return { kind, count: count - set_aside - under_way, under_way, set_aside };
}

function joinSetAside(kind: FindingKind) {
  return sql`left join ${setAsideFindings} s
    on s.kind = ${kind} and s.record_id = f.record_id and s.state = f.state`;
}

/** The building that a record is, or is in. */
const CONDO_OF = {
  condo: sql`record_id`,
  apartment: sql`(select condo_id from apartments where id = record_id)`,
  invitation: sql`(select condo_id from invitations where id = record_id)`,
  association: sql`(select condo_id from user_condo_associations where id = record_id)`,
  user: sql`null`,
};

/** A page of a kind's findings by id: the dismissed ones, or the others. */
export async function findFindings(
  db: Db,
  { kind, at, aside, page }: { kind: FindingKind; at: At; aside: boolean; page: number },
): Promise<Finding[]> {
  const record = FINDING_RECORDS[kind];
  // The findings of an apartment list people; those of other records list records of the same kind.
  const named = record === 'apartment' ? 'user' : record;
  const name =
    record === 'invitation'
      ? sql`(select coalesce(email, history_name('user', user_id)) from invitations where id = record_id)`
      : sql`history_name(${record}, record_id)`;
  const email = record === 'user' ? sql`(select email from users where id = record_id)` : sql`null`;
  const { rows } = await readingAll(db, (tx) =>
    tx.execute<{ finding: unknown }>(sql`
    with page as (
      select f.record_id, f.state, s.reason, s.created_at, w.email, w.at
        from (${FINDINGS[kind](at)}) f ${joinSetAside(kind)}
        left join (${invitationsFor(kind, at)}) w on w.record_id = f.record_id
       where (s.id is not null) = ${aside}
       order by f.record_id limit ${FINDINGS_PAGE_SIZE} offset ${(page - 1) * FINDINGS_PAGE_SIZE})
    select json_build_object(
             'record', json_build_object('kind', ${record}::text, 'id', record_id, 'name', ${name},
                                         'email', ${email}),
             'condo_id', ${CONDO_OF[record]},
             'state', state,
             'others', (
               select coalesce(json_agg(json_build_object('id', other, 'name', history_name(${named}, other)) order by at), '[]')
                 from unnest(case when state ~ '^[0-9]+,' then string_to_array(split_part(state, ' ', 1), ',')::int[] end)
                      with ordinality named (other, at)
                where ${named}::text <> ${record}::text or other <> record_id),
             'under_way', case when at is not null then json_build_object('email', email, 'at', ${isoInstant(sql`at`)}) end,
             'set_aside', case when reason is not null then json_build_object(
               'reason', reason, 'at', ${isoInstant(sql`created_at`)}) end) as finding
      from page order by record_id`),
  );
  return rows.map(({ finding }) => findingSchema.parse(finding));
}

/** True if the finding exists in this state. */
export async function hasFinding(
  db: Db,
  { kind, id, state }: { kind: FindingKind; id: number; state: string },
  at: At,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from (${FINDINGS[kind](at)}) f where f.record_id = ${id} and f.state = ${state}`);
  return rows.length > 0;
}

/** Dismisses a finding. A new reason replaces the previous one. */
export async function saveSetAside(
  tx: ChangeTx,
  finding: typeof setAsideFindings.$inferInsert,
): Promise<void> {
  await tx
    .insert(setAsideFindings)
    .values(finding)
    .onConflictDoUpdate({
      target: [setAsideFindings.kind, setAsideFindings.record_id],
      set: finding,
    });
}

/** Reopens a finding. Returns the reason for which it was dismissed, or null. */
export async function removeSetAside(
  tx: ChangeTx,
  kind: FindingKind,
  id: number,
): Promise<string | null> {
  const [row] = await tx
    .delete(setAsideFindings)
    .where(and(eq(setAsideFindings.kind, kind), eq(setAsideFindings.record_id, id)))
    .returning({ reason: setAsideFindings.reason });
  return row?.reason ?? null;
}

/** Finds the kinds with at least one dismissed finding. */
export async function findKindsAside(db: Db): Promise<Set<FindingKind>> {
  const rows = await db.selectDistinct({ kind: setAsideFindings.kind }).from(setAsideFindings);
  return new Set(rows.map(({ kind }) => kind));
}

/** Removes dismissals of findings that have ended or changed, so that these findings count if they return. */
export async function removeOutdated(db: Db, kinds: Iterable<FindingKind>, at: At): Promise<void> {
  for (const kind of kinds) {
    await db.execute(sql`
      delete from ${setAsideFindings} s
       where s.kind = ${kind}
         and not exists (select from (${FINDINGS[kind](at)}) f
                          where f.record_id = s.record_id and f.state = s.state)`);
  }
}
