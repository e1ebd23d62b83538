import { and, asc, eq, lte } from 'drizzle-orm';
import { namesOf } from '~/fields/fields';
import type { Db } from '~/platform/database/connect.server';
import { mailQueue } from '~/platform/database/schema/operations';

/**
 * Time after which a claim is lost. It is longer than any attempt to send a mail, so only a dead process
 * loses one.
 */
export const CLAIM_MS = 3 * 60_000;

/**
 * Delay of mails that Undo can cancel: longer than a toast offers it, even if the pointer pauses the toast.
 */
export const AFTER_UNDO_MS = 60_000;

/** Subjects of mails, each with the column that refers to it. */
const SUBJECT_COLUMNS = {
  invitation: 'invitation_id',
  administrator_invitation: 'administrator_invitation_id',
  password_reset: 'reset_user_id',
  tenancy: 'association_id',
  proposals: 'proposals_user_id',
} as const;

export type MailKind = keyof typeof SUBJECT_COLUMNS;

/** The record of a mail: an invitation, an association, or a user (password, proposals). */
export interface MailSubject {
  kind: MailKind;
  id: number;
}

/** A mail that this process has claimed. */
export interface ClaimedMail {
  subject: MailSubject;
  /** Number of this attempt, from 1. */
  attempt: number;
  claim: string;
}

/** Queues a mail that is due now or later. A queued mail of the same record is replaced. */
export async function queueMail(
  db: Db,
  { kind, id }: MailSubject,
  now: Date,
  due = now,
): Promise<void> {
  const fresh = { attempts: 0, next_attempt_at: due, claim: null };
  await db
    .insert(mailQueue)
    .values({ [SUBJECT_COLUMNS[kind]]: id, ...fresh, created_at: now })
    .onConflictDoUpdate({ target: mailQueue[SUBJECT_COLUMNS[kind]], set: fresh });
}

/** Claims the mail that has been due longest, or null. Processes skip mails that others claim. */
export async function claimMail(db: Db, claim: string, now: Date): Promise<ClaimedMail | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(mailQueue)
      .where(lte(mailQueue.next_attempt_at, now))
      .orderBy(asc(mailQueue.next_attempt_at), asc(mailQueue.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    const attempt = due.attempts + 1;
    await tx
      .update(mailQueue)
      .set({ claim, attempts: attempt, next_attempt_at: new Date(now.getTime() + CLAIM_MS) })
      .where(eq(mailQueue.id, due.id));
    return { subject: subjectOf(due), attempt, claim };
  });
}

/**
 * Removes a claimed mail from the queue. Returns false if it was queued again, or claimed by another
 * process.
 */
export async function removeClaimed(db: Db, mail: ClaimedMail): Promise<boolean> {
  const { rowCount } = await db.delete(mailQueue).where(isStillOurs(mail));
  return rowCount === 1;
}

/** Ends a claim and queues the mail for later. Returns false as `removeClaimed` does. */
export async function postponeClaimed(db: Db, mail: ClaimedMail, until: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(mailQueue)
    .set({ claim: null, next_attempt_at: until })
    .where(isStillOurs(mail));
  return rowCount === 1;
}

function isStillOurs({ subject, claim }: ClaimedMail) {
  return and(isAbout(subject), eq(mailQueue.claim, claim));
}

/** Removes a mail from the queue that is no longer needed. */
export async function removeQueuedMail(db: Db, subject: MailSubject): Promise<void> {
  await db.delete(mailQueue).where(isAbout(subject));
}

function isAbout({ kind, id }: MailSubject) {
  return eq(mailQueue[SUBJECT_COLUMNS[kind]], id);
}

function subjectOf(row: typeof mailQueue.$inferSelect): MailSubject {
  for (const kind of namesOf(SUBJECT_COLUMNS)) {
    const id = row[SUBJECT_COLUMNS[kind]];
    if (id !== null) return { kind, id };
  }
  throw new Error('A queued mail has no subject record');
}
