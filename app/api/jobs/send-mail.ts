import { mails } from '~/lib/metrics.server';
import type { Db } from '../db/connect.server';
import { MailDelayedError, MailRejectedError } from '../mail/mailer';
import {
  postponeClaimed,
  removeClaimed,
  type ClaimedMail,
  type MailKind,
} from '../mail/mail-queue.repo';
import {
  administratorMails,
  invitationMails,
  resetMails,
  type MailDeps,
  type MailJob,
} from './mail-jobs';

const JOBS: Readonly<Record<MailKind, MailJob>> = {
  invitation: invitationMails,
  administrator_invitation: administratorMails,
  password_reset: resetMails,
};

/** 30 s, 1 min, 2 min ... 1 h between attempts. */
const FIRST_PAUSE_MS = 30_000;
const PAUSE_LIMIT_MS = 60 * 60_000;

/** The pause after attempt number `attempt` (from 1) failed. */
export function retryPause(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_LIMIT_MS);
}

/** Sends a claimed mail and stores the result on its record. */
export async function sendClaimedMail(deps: MailDeps, claimed: ClaimedMail): Promise<void> {
  const { db, mailer, clock } = deps;
  const { id, kind } = claimed.subject;
  const written = await JOBS[kind].write(deps, id);
  if (!written) {
    await removeClaimed(db, claimed);
    return;
  }
  try {
    await mailer.send(written.mail);
  } catch (error) {
    // The link stays valid: the mail may have been sent even though the server's response was lost.
    await noteFailure(deps, claimed, error);
    return;
  }
  mails.inc({ result: 'sent' });
  const isThere = await settle(db, claimed, async (tx) => {
    // Resend, or another process, has started a newer attempt: its link counts.
    if (await removeClaimed(tx, claimed)) await written.noteSent(tx, clock());
  });
  // Its record went while it was sent, with an erased person perhaps, whose files have been removed before this one.
  if (!isThere) await deps.removeMailsTo?.(written.mail.to);
}

async function noteFailure(
  { db, clock, log }: MailDeps,
  claimed: ClaimedMail,
  error: unknown,
): Promise<void> {
  const { subject, attempt } = claimed;
  const { attempts, noteState } = JOBS[subject.kind];
  const isRejected = error instanceof MailRejectedError;
  const known = isRejected || error instanceof MailDelayedError;
  const reason = known ? error.message : 'The mail could not be sent';
  const isLast = isRejected || attempt >= attempts;
  mails.inc({ result: isLast ? 'failed' : 'postponed' });
  log.warn({ err: error, ...subject, attempt }, 'A mail could not be sent');
  await settle(db, claimed, async (tx) => {
    const now = clock();
    if (isLast) {
      if (!(await removeClaimed(tx, claimed))) return;
      const detail = isRejected ? reason : `Failed after ${attempt} attempts. ${reason}`;
      await noteState(tx, subject.id, { state: 'failed', detail }, now);
    } else if (await postponeClaimed(tx, claimed, after(now, retryPause(attempt)))) {
      const detail = `${reason}. It will be tried again.`;
      await noteState(tx, subject.id, { state: 'queued', detail }, now);
    }
  });
}

/** Ends a claim in one transaction; false where the record is no longer there. */
async function settle(
  db: Db,
  { subject: { kind, id } }: ClaimedMail,
  write: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isThere = await JOBS[kind].lock(tx, id);
    if (isThere) await write(tx);
    return isThere;
  });
}

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}
