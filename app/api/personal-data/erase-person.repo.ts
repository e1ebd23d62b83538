import { and, eq, isNotNull, isNull, or, sql, type AnyColumn } from 'drizzle-orm';
import { erasedEmail } from '~/contract/erased-email';
import { endAccess } from '../auth/administrators.repo';
import { deleteFactors } from '../auth/factors.repo';
import { bulkRuns } from '../db/bulk-schema';
import { failedSignIns, historyChanges } from '../db/history-schema';
import { PERSONAL_COLUMNS } from '../db/history-tables';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { administratorInvitations } from '../db/account-schema';
import { mailQueue } from '../db/operations-schema';
import { invitations, users } from '../db/schema';

interface Person {
  id: number;
  email: string;
}

/** The e-mail of the row is this one, whatever its case. */
function sameEmail(column: AnyColumn, email: string) {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

/** Everything that a picture of this person was called, today and in the history. */
export async function findPictures(db: Db, { id }: Person): Promise<string[]> {
  const { rows } = await db.execute<{ picture: string }>(sql`
    select profile_picture as picture from ${users} where id = ${id} and profile_picture is not null
    union select value from ${historyChanges},
      unnest(array[old_values->>'profile_picture', new_values->>'profile_picture']) value
     where user_id = ${id} and record_kind = 'user' and value is not null`);
  return rows.map(({ picture }) => picture);
}

/** The account stays, for what refers to it, with an e-mail that nobody can have. */
export async function eraseAccount(tx: ChangeTx, person: Person, now: Date): Promise<void> {
  await endAccess(tx, person);
  await deleteFactors(tx, person.id);
  await tx.delete(mailQueue).where(eq(mailQueue.reset_user_id, person.id));
  await tx.delete(failedSignIns).where(eq(failedSignIns.user_id, person.id));
  await tx
    .update(users)
    .set({
      email: erasedEmail(person.id),
      first_name: null,
      last_name: null,
      profile_picture: null,
      password_hash: null,
      email_verified: false,
      erased_at: now,
      updated_at: now,
    })
    .where(eq(users.id, person.id));
}

/** Pending invitations are withdrawn, as their mails could reach nobody; accepted ones lose their address. */
export async function eraseInvitations(tx: ChangeTx, { id, email }: Person): Promise<void> {
  const erased = { email: erasedEmail(id), mail_detail: null };
  const toPerson = sameEmail(invitations.email, email);
  await tx.delete(invitations).where(and(toPerson, eq(invitations.status, 'pending')));
  await tx.update(invitations).set(erased).where(toPerson);
  const asAdministrator = sameEmail(administratorInvitations.email, email);
  await tx
    .delete(administratorInvitations)
    .where(and(asAdministrator, isNull(administratorInvitations.accepted_at)));
  await tx
    .update(administratorInvitations)
    .set(erased)
    .where(and(asAdministrator, isNotNull(administratorInvitations.accepted_at)));
}

/** The results of imports are kept for a reloaded screen, and may quote the address of an invited person. */
export async function eraseImportResults(tx: ChangeTx, { id, email }: Person): Promise<void> {
  await tx
    .delete(bulkRuns)
    .where(
      or(
        eq(bulkRuns.user_id, id),
        sql`strpos(lower(${bulkRuns.outcome}::text), lower(${email})) > 0`,
      ),
    );
}

/** Who and which field stay in the history; names and values go. The account must have been erased. */
export async function eraseFromHistory(tx: ChangeTx, { id, email }: Person): Promise<void> {
  await tx.execute(
    sql`select erase_from_history(${id}::int, ${email}, ${sql.param([...PERSONAL_COLUMNS, 'reason'])}::text[])`,
  );
}
