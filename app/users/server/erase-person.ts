import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import { erasedEmail } from '~/users/fields';
import { FINDING_KINDS, FINDING_RECORDS } from '~/checks/schema';
import type { RecordKind } from '~/history/schema';
import { endAccess } from '~/accounts/server/administrators.repo';
import { findMerged } from '~/history/server/record-history';
import type { Administrator } from '~/accounts/server/auth-middleware';
import { deleteFactors } from '~/accounts/server/factors.repo';
import { eraseIdentities } from '~/accounts/server/provider/identities.repo';
import { eraseSignIns } from '~/accounts/server/provider/provider-sign-ins.repo';
import { administratorInvitations, savedViews } from '~/platform/database/schema/account';
import { bulkImports, bulkRuns } from '~/platform/database/schema/bulk';
import type { Db } from '~/platform/database/connect.server';
import { lockHistory } from '~/history/server/ageing.repo';
import { failedSignIns, historyChanges } from '~/platform/database/schema/history';
import { PERSONAL_COLUMNS } from '~/platform/database/schema/history-tables';
import { mailQueue, setAsideFindings } from '~/platform/database/schema/operations';
import { proposalRows, proposals } from '~/platform/database/schema/proposals';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import {
  invitationLinks,
  invitations,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import { isNotOver } from './tenancies.repo';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { conflict, notFound } from '~/rpc/embedded/api-error';
import { isMediaName } from '~/platform/media/media-store';
import { markOrphaned, unmarkOrphaned } from '~/platform/media/orphaned-images';
import { isSentTo, lockUsers } from './users.repo';

/**
 * DELETE /admin/personal-data/{id}: erases name, e-mail, picture and password of an inactive person, in the
 * records and in the history, and deletes ended associations. Others stay, so that they can be counted.
 * Accounts that were merged into this one are erased too (docs/behaviour/merge.md). All is one transaction
 * under the accounts' locks: of two concurrent calls the second finds nothing to do, and a concurrent
 * acceptance of an invitation either comes first (409) or fails.
 * @throws ApiError 404, 409 for an active person, and for an account that was merged into another one
 */
export async function erasePerson(deps: ApiDeps, actor: Administrator, id: number): Promise<void> {
  const { db, log } = deps;
  const change = { actor, action: 'erased', record: { kind: 'user', id } } as const;
  const addresses = await recordChange(db, change, async (tx) => {
    // Without this lock a concurrent restore could read values before they are erased, and write them back.
    await lockHistory(tx);
    const ids = await findMerged(tx, id);
    const people = await lockUsers(tx, ids);
    const person = people.find((one) => one.id === id);
    if (!person) throw notFound('User');
    if (person.is_active) throw conflict('person_active');
    if (person.erased_at !== null) return null;
    if (person.merged_into !== null) throw conflict('person_merged');
    // Another account was merged into this one before this call locked it.
    if ((await findMerged(tx, id)).length > ids.length) throw conflict('changed_at_once');
    const emails: string[] = [];
    for (const one of people) emails.push(...(await eraseOne(tx, one, deps)));
    return emails;
  });
  if (addresses === null) return;
  deps.notifyImageCleaner();
  // The person is erased. Files of mails that could not be removed now are removed by their age
  // (docs/deploy.md).
  await Promise.all(addresses.map(deps.removeMailsTo)).catch((err: unknown) => {
    log.error({ err }, 'The files of mails to an erased person could not be removed');
  });
  await db.execute(RENEW_STATISTICS).catch((err: unknown) => {
    log.warn(
      { err },
      "The database's statistics may hold values of an erased person until ANALYZE",
    );
  });
}

/** Erases one account. @returns the person's addresses */
async function eraseOne(tx: ChangeTx, person: Person, deps: ApiDeps): Promise<string[]> {
  const now = deps.clock();
  const images = (await findImages(tx, person)).flatMap(storedName);
  await eraseAccount(tx, person, now);
  await eraseAssociations(tx, person, todayOf(deps));
  const emails = await eraseInvitations(tx, person);
  await eraseMentions(tx, person, emails);
  await eraseViews(tx, person, emails);
  await eraseProposals(tx, person);
  await unmarkOrphaned(tx, images);
  await markOrphaned(tx, images, now);
  return emails;
}

/** The name of an image in the store; empty for an image at another address. */
function storedName(address: string): string[] {
  const name = address.slice(address.lastIndexOf('/') + 1);
  return isMediaName(name) ? [name] : [];
}

type Person = Awaited<ReturnType<typeof lockUsers>>[number];

/** Finds all present and former addresses of the person's image. */
async function findImages(db: Db, { id }: Person): Promise<string[]> {
  const { rows } = await db.execute<{ image: string }>(sql`
    select profile_picture as image from ${users} where id = ${id} and profile_picture is not null
    union select value from ${historyChanges},
      unnest(array[old_values->>'profile_picture', new_values->>'profile_picture']) value
     where user_id = ${id} and record_kind = 'user' and value is not null`);
  return rows.map(({ image }) => image);
}

/**
 * Erases the account's values. The row stays, as others refer to it, with an e-mail address that nobody can
 * have.
 */
async function eraseAccount(tx: ChangeTx, person: Person, now: Date): Promise<void> {
  await endAccess(tx, person);
  await deleteFactors(tx, person.id);
  // Runs before the identities are deleted, by which the sign-ins are found.
  await eraseSignIns(tx, person, now);
  await eraseIdentities(tx, person.id);
  await tx.delete(mailQueue).where(eq(mailQueue.reset_user_id, person.id));
  await tx.delete(failedSignIns).where(eq(failedSignIns.user_id, person.id));
  await tx
    .update(users)
    .set({
      email: erasedEmail(person.id),
      first_name: null,
      last_name: null,
      phone: null,
      profile_picture: null,
      password_hash: null,
      language: null,
      proposal_mails: false,
      proposal_mail_at: null,
      email_verified: false,
      erased_at: now,
      updated_at: now,
    })
    .where(eq(users.id, person.id));
}

/**
 * Deletes ended associations. Others exist only in a database that was changed by hand; they stay, so that
 * they can be counted.
 */
async function eraseAssociations(tx: ChangeTx, { id }: Person, day: string): Promise<void> {
  const theirs = eq(userCondoAssociations.user_id, id);
  await tx.delete(userCondoAssociations).where(and(theirs, not(isNotOver(day))));
  await tx.update(userCondoAssociations).set({ note: null }).where(theirs);
}

/**
 * Withdraws pending invitations, whose mails could reach nobody. Accepted ones lose their address.
 * @returns the person's addresses
 */
async function eraseInvitations(tx: ChangeTx, person: Person): Promise<string[]> {
  const { id, email } = person;
  const erased = { email: erasedEmail(id), mail_detail: null };
  const toPerson = isSentTo(person);
  const sent = await tx.select({ email: invitations.email }).from(invitations).where(toPerson);
  // The deactivation has deleted invitations, which only the history names.
  const everSent = sql`(select id from ${invitations} where ${toPerson}
    union select record_id from ${historyChanges}
     where record_kind = 'invitation' and (user_id = ${id} or lower(record_name) = lower(${email})))`;
  await tx
    .delete(invitationLinks)
    .where(and(ne(invitationLinks.kind, 'mail'), inArray(invitationLinks.invitation_id, everSent)));
  await tx.delete(invitations).where(and(toPerson, eq(invitations.status, 'pending')));
  await tx.update(invitations).set(erased).where(toPerson);
  // Invitations that were sent after the person lost access are withdrawn too.
  const asAdministrator = sameEmail(administratorInvitations.email, email);
  const isPending = isNull(administratorInvitations.accepted_at);
  await tx.delete(administratorInvitations).where(and(asAdministrator, isPending));
  await tx.update(administratorInvitations).set(erased).where(asAdministrator);
  return [...new Set([email, ...sent.map((one) => one.email)])].filter((one) => one !== null);
}

const findingsOf = (record: RecordKind) =>
  sql.param(FINDING_KINDS.filter((kind) => FINDING_RECORDS[kind] === record));

/** Erases the person's values from other records. The history keeps ids and field names. */
async function eraseMentions(tx: ChangeTx, { id }: Person, emails: string[]): Promise<void> {
  // The results of imports are stored for reloaded screens, and may quote the address of an invited person.
  const areQuoted = emails.map(
    (email) => sql`strpos(lower(${bulkRuns.outcome}::text), lower(${email})) > 0`,
  );
  await tx.delete(bulkRuns).where(or(eq(bulkRuns.user_id, id), ...areQuoted));
  // Import records stay. The person chose the file's name, the reason and the key, so these are cleared.
  const named = { file_name: null, reason: null, idempotency_key: null };
  await tx.update(bulkImports).set(named).where(eq(bulkImports.created_by, id));
  await tx.execute(sql`
    delete from ${setAsideFindings} where case
      when kind = any (${findingsOf('user')}) then record_id = ${id}
      when kind = any (${findingsOf('association')}) then not exists (
        select from ${userCondoAssociations} a where a.id = record_id and a.user_id <> ${id})
      else kind = any (${findingsOf('apartment')}) and ${String(id)} = any (string_to_array(split_part(state, ' ', 1), ',')) end`);
  const columns = sql.param([...PERSONAL_COLUMNS, 'reason', 'token', 'language']);
  for (const email of emails.length > 0 ? emails : [null])
    await tx.execute(
      sql`select erase_from_history(${id}::int, ${email}::text, ${columns}::text[])`,
    );
}

/**
 * Deletes this person's proposals, and the rows about the person in proposals of others, which get a new
 * version.
 */
async function eraseProposals(tx: ChangeTx, { id }: Person): Promise<void> {
  await tx.delete(proposals).where(eq(proposals.created_by, id));
  const rejected = eq(proposals.decided_by, id);
  await tx.update(proposals).set({ rejection: null }).where(rejected);
  const applied = eq(bulkImports.proposed_by, id);
  await tx.update(bulkImports).set({ proposed_token: null, reason: null }).where(applied);
  await tx.execute(sql`
    with removed as (
      delete from ${proposalRows} r using ${proposals} p
       where p.id = r.proposal_id and p.kind = 'user' and r.record_id = ${id} returning p.id)
    update ${proposals} set version = gen_random_uuid() where id in (select id from removed)`);
  await tx.execute(sql`delete from ${proposals} p
    where not exists (select from ${proposalRows} r where r.proposal_id = p.id)`);
}

/**
 * Deletes the person's own saved views except shared ones, and everyone's views that name the person or
 * search for them.
 */
async function eraseViews(tx: ChangeTx, person: Person, emails: readonly string[]): Promise<void> {
  const own = eq(savedViews.user_id, person.id);
  await tx.delete(savedViews).where(and(own, not(savedViews.is_shared)));
  await tx.update(savedViews).set({ user_id: null }).where(own);
  // A single word may be part of a street: "Anna" is in "Annahof".
  const names = wordsOf(`${person.first_name ?? ''} ${person.last_name ?? ''}`);
  const said = [
    ...emails.map((email) => [wordsOf(email).join(' ')]),
    ...(names.length > 1 ? [names] : []),
  ];
  const views = await tx
    .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search })
    .from(savedViews);
  const naming = views.filter(({ name, search }) => {
    // Saved columns of files have headings as keys.
    const params = [...new URLSearchParams(search)].flat();
    const text = ` ${wordsOf([name, ...params].join(' ')).join(' ')} `;
    return said.some((all) => all.every((words) => text.includes(atBegin(words))));
  });
  const ids = naming.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(savedViews).where(inArray(savedViews.id, ids));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Words at the beginning of a word, as in "Musters". Short names only as whole words: "Na Li" is in
 * "National Library".
 */
const atBegin = (words: string) => (words.length < 4 ? ` ${words} ` : ` ${words}`);

/**
 * Renews the database's statistics, which keep values of deleted rows. ANALYZE skips a table or partial
 * index without rows, so PostgreSQL 18 clears these first (docs/deploy.md describes earlier ones). It is
 * one statement, so that no query is planned without statistics. The trigger identifies the panel's tables
 * in the schema.
 */
const RENEW_STATISTICS = sql`do $$
declare tables constant regclass[] := array(
  select tgrelid from pg_trigger join pg_class on pg_class.oid = tgrelid
   where tgname = 'require_schema_version' and relnamespace = current_schema()::regnamespace);
begin
  if to_regproc('pg_clear_attribute_stats') is not null then
    perform pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)
       from pg_stats, to_regclass(format('%I.%I', schemaname, tablename)) relation
      where coalesce((select indrelid from pg_index where indexrelid = relation), relation) = any (tables);
  end if;
  execute 'analyze ' || array_to_string(tables, ', ');
end $$`;
