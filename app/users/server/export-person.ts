import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { mapNames } from '~/fields/fields';
import type { HistoryEntry, HistoryFilter } from '~/history/answers';
import { personalDataSchema } from '~/users/personal-data';
import type { z } from '~/fields/zod';
import { streamOf } from '~/platform/streams';
import {
  administratorInvitations,
  apiTokens,
  authenticators,
  passkeys,
  passwordLinks,
  savedViews,
  sessions,
} from '~/platform/database/schema/account';
import { bulkImports } from '~/platform/database/schema/bulk';
import type { Db } from '~/platform/database/connect.server';
import { columnOf } from '~/platform/database/schema/field-columns';
import { failedSignIns } from '~/platform/database/schema/history';
import { proposalRows, proposals } from '~/platform/database/schema/proposals';
import { oneRow, sameEmail } from '~/platform/database/sql';
import { invitations, users } from '~/platform/database/schema/records';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { entryBatches } from '~/history/server/history';
import { findMerged } from '~/history/server/record-history';
import { findTenancies } from './associations.repo';
import { getUser, type User } from './users';
import { isSentTo } from './users.repo';

/** GET /admin/personal-data/{id}: everything stored about a person, streamed. @throws ApiError 404 */
export async function exportPerson(deps: ApiDeps, id: number) {
  const { db, clock, log } = deps;
  const account = await findKnown(deps, id);
  const ids = await findMerged(db, id);
  const merged_accounts = [];
  for (const other of ids) if (other !== id) merged_accounts.push(await findKnown(deps, other));
  const known = { exported_at: clock(), ...account, merged_accounts };
  return streamOf(writeFile(db, JSON.stringify(known), id, ids), (err) =>
    log.error({ err }, 'The export of a person broke off'),
  );
}

/** Finds everything about one account except its history. @throws ApiError 404 */
async function findKnown(deps: ApiDeps, id: number) {
  const { db } = deps;
  const profile = await getUser(deps, id);
  const facts = await findAccountFacts(db, id);
  const rows = await findPersonalRows(db, profile);
  const associations = await findTenancies(db, id, todayOf(deps));
  return { profile: { ...profile, ...facts }, associations, ...rows };
}

async function* writeFile(
  db: Db,
  known: string,
  id: number,
  ids: readonly number[],
): AsyncGenerator<string, void, void> {
  yield `${known.slice(0, -1)},"history":[`;
  let separator = '';
  for await (const entry of entriesOf(db, { kind: 'user', record: id })) {
    yield separator + JSON.stringify(entry);
    separator = ',';
  }
  yield '],"actions":[';
  separator = '';
  for (const person of ids)
    for await (const entry of entriesOf(db, { person })) {
      yield separator + JSON.stringify(toAction(entry));
      separator = ',';
    }
  yield ']}';
}

async function* entriesOf(db: Db, filter: HistoryFilter): AsyncGenerator<HistoryEntry> {
  for await (const entries of entryBatches(db, filter)) yield* entries;
}

/** An action without its values, since values of other people's records belong to them. */
function toAction({ id, at, action, request_id, change_count, record }: HistoryEntry) {
  const named = record && { kind: record.kind, id: record.id };
  return { id, at, action, request_id, change_count, record: named };
}

/** Columns of the account that the wire form of a user does not have. */
async function findAccountFacts(db: Db, id: number) {
  const rows = await db
    .select({
      is_superuser: users.is_superuser,
      rights: users.rights,
      has_password: sql<boolean>`${users.password_hash} is not null`,
      language: users.language,
      proposal_mails: users.proposal_mails,
      proposal_mail_at: users.proposal_mail_at,
      erased_at: users.erased_at,
    })
    .from(users)
    .where(eq(users.id, id));
  return oneRow(rows);
}

/** Finds rows of other tables about a person, with the columns of the contract, never a token's hash. */
async function findPersonalRows(db: Db, person: Pick<User, 'id' | 'email'>) {
  const { id, email } = person;
  const { shape } = personalDataSchema;
  const rows = (table: PgTable, { element }: Listed, where: SQL, order: PgColumn) => {
    const columns = mapNames(Object.keys(element.shape), (name) => columnOf(table, name));
    return db.select(columns).from(table).where(where).orderBy(asc(order));
  };
  const ofAccount = (table: PgTable, listed: Listed, order: PgColumn) =>
    rows(table, listed, eq(columnOf(table, 'user_id'), id), order);
  const sent = invitations;
  const admin = administratorInvitations;
  const made = bulkImports;
  const isTheirs = sql`${id} in (${made.created_by}, ${made.proposed_by})`;
  return {
    invitations: await rows(sent, shape.invitations, isSentTo(person), sent.id),
    administrator_invitations: await rows(
      admin,
      shape.administrator_invitations,
      sameEmail(admin.email, email),
      admin.id,
    ),
    sessions: await ofAccount(sessions, shape.sessions, sessions.id),
    second_factors: [
      ...(await db
        .select({ kind: sql<string>`'authenticator'`, added_at: authenticators.added_at })
        .from(authenticators)
        .where(eq(authenticators.user_id, id))),
      ...(await db
        .select({
          kind: sql<string>`'passkey'`,
          name: passkeys.name,
          added_at: passkeys.created_at,
          last_used_at: passkeys.last_used_at,
        })
        .from(passkeys)
        .where(eq(passkeys.user_id, id))
        .orderBy(asc(passkeys.id))),
    ],
    api_tokens: await ofAccount(apiTokens, shape.api_tokens, apiTokens.id),
    password_links: await ofAccount(passwordLinks, shape.password_links, passwordLinks.created_at),
    failed_sign_ins: await ofAccount(failedSignIns, shape.failed_sign_ins, failedSignIns.hour),
    saved_views: await ofAccount(savedViews, shape.saved_views, savedViews.id),
    proposals: await rows(proposals, shape.proposals, eq(proposals.created_by, id), proposals.id),
    proposed_changes: await db
      .select({
        proposal_id: proposals.id,
        created_at: proposals.created_at,
        values: proposalRows.values,
      })
      .from(proposalRows)
      .innerJoin(proposals, eq(proposals.id, proposalRows.proposal_id))
      .where(and(eq(proposals.kind, 'user'), eq(proposalRows.record_id, id)))
      .orderBy(asc(proposals.id)),
    imports: await rows(made, shape.imports, isTheirs, made.id),
  };
}

type Listed = z.ZodArray<z.ZodObject>;
