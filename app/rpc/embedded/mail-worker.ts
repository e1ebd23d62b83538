import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { startBackgroundTask, together, type BackgroundTask } from '~/platform/background-task';
import { mails } from '~/platform/metrics.server';
import type { Db } from '~/platform/database/connect.server';
import { runJob } from '~/platform/database/run-job';
import {
  claimMail,
  postponeClaimed,
  removeClaimed,
  type ClaimedMail,
} from '~/platform/mail/mail-queue.repo';
import { MailDelayedError, MailRejectedError } from '~/platform/mail/mailer';
import { MAIL_JOBS, type MailDeps } from './mail-jobs';

/** Pauses between attempts: 30 s, 1 min, 2 min ... 1 h. */
const FIRST_PAUSE_MS = 30_000;
const PAUSE_LIMIT_MS = 60 * 60_000;

/** Pause after the failed attempt number `attempt`, counted from 1. */
export function retryPause(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_LIMIT_MS);
}

/** Sends a claimed mail and stores the result on its record. */
async function sendClaimedMail(deps: MailDeps, claimed: ClaimedMail): Promise<void> {
  const { db, mailer, clock } = deps;
  const { id, kind } = claimed.subject;
  const written = await MAIL_JOBS[kind].write(deps, id);
  if (!written) {
    await removeClaimed(db, claimed);
    return;
  }
  let file: string | null;
  try {
    file = await mailer.send(written.mail);
  } catch (error) {
    // The link stays valid, since the mail may have been sent although the server's response was lost.
    await recordFailure(deps, claimed, error);
    return;
  }
  mails.inc({ result: 'sent' });
  const isPresent = await settle(db, claimed, async (tx) => {
    // If a resend or another process has started a newer attempt, that attempt's link counts.
    if (await removeClaimed(tx, claimed)) await written.markSent?.(tx, clock());
  });
  // The record was removed while the mail was sent. Older files of an erased person are removed already.
  if (!isPresent && file !== null) await rm(file, { force: true });
}

async function recordFailure({ db, clock, log }: MailDeps, claimed: ClaimedMail, error: unknown) {
  const { subject, attempt } = claimed;
  const { attempts, setState } = MAIL_JOBS[subject.kind];
  const isRejected = error instanceof MailRejectedError;
  const isMailError = isRejected || error instanceof MailDelayedError;
  const reason = isMailError ? error.message : 'The mail could not be sent';
  const isLast = isRejected || attempt >= attempts;
  mails.inc({ result: isLast ? 'failed' : 'postponed' });
  log.warn({ err: error, ...subject, attempt }, 'A mail could not be sent');
  await settle(db, claimed, async (tx) => {
    const now = clock();
    const until = new Date(now.getTime() + retryPause(attempt));
    if (isLast) {
      if (!(await removeClaimed(tx, claimed))) return;
      const detail = isRejected ? reason : `Failed after ${attempt} attempts. ${reason}`;
      await setState?.(tx, subject.id, { state: 'failed', detail }, now);
    } else if (await postponeClaimed(tx, claimed, until)) {
      const detail = `${reason}. It will be tried again.`;
      await setState?.(tx, subject.id, { state: 'queued', detail }, now);
    }
  });
}

/** Ends a claim in one transaction. Returns false if the record no longer exists. */
async function settle(
  db: Db,
  { subject: { kind, id } }: ClaimedMail,
  write: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isPresent = await MAIL_JOBS[kind].lock(tx, id);
    if (isPresent) await write(tx);
    return isPresent;
  });
}

/** Number of mails that a process sends at the same time, so that a slow server does not delay the rest. */
export const LANES = 4;
/** Poll interval of the queue, for retries and for mails that another process could not send. */
const POLL_MS = 5_000;

/** Sends due mails one after the other until none is left. Returns the number of attempts. */
export async function sendUntilNoneIsDue(deps: MailDeps, stopping: AbortSignal): Promise<number> {
  let tried = 0;
  while (!stopping.aborted) {
    const claimed = await claimMail(deps.db, randomUUID(), deps.clock());
    if (!claimed) break;
    tried += 1;
    await sendClaimedMail(deps, claimed);
  }
  return tried;
}

/**
 * Processes the mail queue until it is stopped. A lane with a slow recipient does not block others, and
 * claims of a failed lane expire by themselves.
 */
export function startMailWorker(deps: MailDeps): BackgroundTask {
  const work = (stopping: AbortSignal) =>
    runJob(deps.log, 'The mail queue could not be processed', () =>
      sendUntilNoneIsDue(deps, stopping),
    );
  return together(Array.from({ length: LANES }, () => startBackgroundTask(work, POLL_MS)));
}
