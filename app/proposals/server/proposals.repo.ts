import { aliasedTable, and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { apiTokens } from '~/platform/database/schema/account';
import { bulkImports } from '~/platform/database/schema/bulk';
import { personName } from '~/platform/database/schema/columns';
import { proposalRows, proposals } from '~/platform/database/schema/proposals';
import { users } from '~/platform/database/schema/records';
import { oneRow, toJsonbText } from '~/platform/database/sql';
import { PROPOSAL_DAYS, PROPOSAL_LISTED_DAYS, type Proposal } from '~/proposals/schema';

const DAY_MS = 24 * 60 * 60_000;
const LIST_LIMIT = 1_000;
const TOUCHES_SHOWN = 3;

const decider = aliasedTable(users, 'decider');

export const statusAt = (now: Date) => sql<Proposal['status']>`coalesce(${proposals.decision},
  case when ${proposals.expires_at} <= ${now.toISOString()}::timestamptz then 'expired' else 'open' end)`;

/** State of the author and token. A newer token of the same name is another token. */
const stateAt = (now: Date) => sql<Proposal['author_state']>`case
  when ${users.is_active} and ${users.is_superuser} and ${users.rights} <> 'look' then case
    when ${proposals.token_name} is null or exists (
      select from ${apiTokens} t where t.user_id = ${users.id} and t.name = ${proposals.token_name}
         and t.created_at <= ${proposals.created_at} and t.expires_at > ${now.toISOString()}::timestamptz)
    then 'active' else 'revoked' end
  else 'withdrawn' end`;

const countRows = (condition: string) => sql<number>`(select count(*)::int from ${proposalRows} r
  where r.proposal_id = ${proposals.id} and r.record_id is ${sql.raw(condition)})`;

const touches = sql<string[]>`array(
  select coalesce(case ${proposals.kind}
           when 'user' then (select ${personName(users)} from users where id = r.record_id)
           else history_name(${proposals.kind}, r.record_id) end,
           r.values->>'name', r.values->>'apartment_number', '#' || r.record_id)
    from ${proposalRows} r where r.proposal_id = ${proposals.id} order by r.place limit ${TOUCHES_SHOWN})`;

interface ProposalFilter {
  id?: number;
  status?: Proposal['status'] | undefined;
}

/** Finds proposals in their wire form, newest first. */
export function findProposals(db: Db, now: Date, { id, status }: ProposalFilter) {
  return db
    .select({
      id: proposals.id,
      kind: proposals.kind,
      reason: proposals.reason,
      version: proposals.version,
      created_at: proposals.created_at,
      expires_at: proposals.expires_at,
      decided_at: proposals.decided_at,
      rejection: proposals.rejection,
      import_id: proposals.import_id,
      status: statusAt(now),
      author_id: proposals.created_by,
      author: sql<string | null>`${personName(users)}`,
      author_email: users.email,
      author_state: stateAt(now),
      token: proposals.token_name,
      creates: countRows('null'),
      changes: countRows('not null'),
      touches,
      decided_by: sql<string | null>`${personName(decider)}`,
      decided_by_email: decider.email,
      undone_at: bulkImports.undone_at,
    })
    .from(proposals)
    .leftJoin(users, eq(users.id, proposals.created_by))
    .leftJoin(decider, eq(decider.id, proposals.decided_by))
    .leftJoin(bulkImports, eq(bulkImports.id, proposals.import_id))
    .where(
      and(
        id === undefined ? undefined : eq(proposals.id, id),
        status === undefined ? undefined : eq(statusAt(now), status),
        gt(endedAt, listedSince(now)),
      ),
    )
    .orderBy(desc(proposals.created_at), desc(proposals.id))
    .limit(LIST_LIMIT);
}

/** Time of the decision, or of the expiry. */
const endedAt = sql`coalesce(${proposals.decided_at}, ${proposals.expires_at})`;
const listedSince = (now: Date) =>
  sql`${new Date(now.getTime() - PROPOSAL_LISTED_DAYS * DAY_MS).toISOString()}::timestamptz`;

/** Removes proposals that are no longer listed. */
export async function removeOldProposals(db: Db, now: Date): Promise<void> {
  await db.delete(proposals).where(sql`${endedAt} <= ${listedSince(now)}`);
}

export function findRows(db: Db, id: number) {
  return db
    .select()
    .from(proposalRows)
    .where(eq(proposalRows.proposal_id, id))
    .orderBy(asc(proposalRows.place));
}

/** First part of the advisory locks by which the proposals of an account are stored one after another. */
const PROPOSALS_LOCK = 1_886_547_824;

/**
 * Counts an account's open proposals and their rows. Until the transaction ends the account can propose
 * nothing else.
 */
export async function countOpen(db: Db, userId: number, now: Date) {
  await db.execute(sql`select pg_advisory_xact_lock(${PROPOSALS_LOCK}::int, ${userId}::int)`);
  const { rows } = await db.execute<{ open: number; rows: number }>(sql`
    select count(distinct ${proposals.id})::int as open, count(${proposalRows.place})::int as rows
      from ${proposals} left join ${proposalRows} on ${proposalRows.proposal_id} = ${proposals.id}
     where ${proposals.created_by} = ${userId} and ${statusAt(now)} = 'open'`);
  return oneRow(rows);
}

export type StoredRow = Omit<typeof proposalRows.$inferSelect, 'proposal_id'>;

type Insert = typeof proposals.$inferInsert;

export async function insertProposal(
  db: Db,
  proposal: Pick<Insert, 'kind' | 'reason' | 'created_by' | 'token_name'>,
  rows: readonly StoredRow[],
  now: Date,
): Promise<number> {
  const { id } = oneRow(
    await db
      .insert(proposals)
      .values({
        ...proposal,
        created_at: now,
        expires_at: new Date(now.getTime() + PROPOSAL_DAYS * DAY_MS),
      })
      .returning({ id: proposals.id }),
  );
  await db.execute(sql`
    insert into ${proposalRows} (proposal_id, place, record_id, record_version, values)
    select ${id}::int, place, record_id, record_version, values
      from jsonb_to_recordset(${toJsonbText(rows)}::jsonb)
           as r (place int, record_id int, record_version text, values jsonb)`);
  return id;
}

/** Locks a proposal, so that nobody else decides on it until the transaction ends. */
export async function lockProposal(db: Db, id: number, now: Date) {
  const [row] = await db
    .select({
      version: proposals.version,
      reason: proposals.reason,
      created_by: proposals.created_by,
      token_name: proposals.token_name,
      status: statusAt(now),
    })
    .from(proposals)
    .where(eq(proposals.id, id))
    .for('update');
  return row ?? null;
}

type Decision = Pick<Insert, 'decision' | 'decided_by' | 'decided_at' | 'rejection' | 'import_id'>;

export async function decide(db: Db, id: number, decision: Decision): Promise<void> {
  await db.update(proposals).set(decision).where(eq(proposals.id, id));
}
