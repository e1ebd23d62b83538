import { randomUUID } from 'node:crypto';
import { forgetOldLinks } from '../invitations/links.repo';
import { claimMail } from './mail-queue.repo';
import { sendInvitationMail, type MailDeps } from './send-invitation-mail';

/** Mails that one process sends at the same time, so that a slow server does not delay the rest. */
const LANES = 4;
/** Poll interval of the queue; for retries, and for mails that another process queued and could not send. */
const POLL_MS = 5_000;
const CLEANING_INTERVAL_MS = 60 * 60_000;

export interface MailWorker {
  /** A mail was queued: poll at once. */
  notify(): void;
  /** Resolves when no mail is being sent. */
  settled(): Promise<void>;
  /** Finishes the mails that are being sent and claims no more. */
  stop(): Promise<void>;
}

/** Sends one due mail after the other until none is due; returns the number of attempts. */
async function sendUntilNoneIsDue(deps: MailDeps, signal: AbortSignal): Promise<number> {
  let tried = 0;
  try {
    while (!signal.aborted) {
      const claimed = await claimMail(deps.db, randomUUID(), deps.clock());
      if (!claimed) break;
      tried += 1;
      await sendInvitationMail(deps, claimed);
    }
  } catch (error) {
    // For example, the database is unavailable. Claims expire by themselves.
    deps.log.error({ err: error }, 'The mail queue could not be processed');
  }
  return tried;
}

/** Sends every due mail, several at a time; returns the number of attempts. Any number of processes may do so at once. */
export async function sendDueMails(deps: MailDeps): Promise<number> {
  const { signal } = new AbortController();
  const lanes = Array.from({ length: LANES }, () => sendUntilNoneIsDue(deps, signal));
  return (await Promise.all(lanes)).reduce((sum, tried) => sum + tried, 0);
}

/** Processes the mail queue until it is stopped. */
export function startMailWorker(deps: MailDeps): MailWorker {
  const lanes = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let notifications = 0;
  let cleanedAt = 0;

  async function runLane(): Promise<void> {
    let seen: number;
    do {
      seen = notifications;
      await sendUntilNoneIsDue(deps, signal);
      // A mail may have been queued after this lane had looked for the last time.
    } while (!signal.aborted && seen !== notifications);
  }

  function startLane(): void {
    const lane = runLane().finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  /** Busy lanes, perhaps with slow recipients, block nothing: lanes that have ended start again. */
  function notify(): void {
    if (signal.aborted) return;
    notifications += 1;
    while (lanes.size < LANES) startLane();
  }

  async function settled(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes);
  }

  function poll(): void {
    if (Date.now() - cleanedAt > CLEANING_INTERVAL_MS) {
      cleanedAt = Date.now();
      forgetOldLinks(deps.db, deps.clock()).catch((error: unknown) =>
        deps.log.error({ err: error }, 'Old links could not be forgotten'),
      );
    }
    notify();
  }

  const timer = setInterval(poll, POLL_MS);
  // The poll timer does not keep the process alive.
  timer.unref();
  poll();
  return {
    notify,
    settled,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await settled();
    },
  };
}
