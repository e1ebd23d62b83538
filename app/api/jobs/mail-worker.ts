import { randomUUID } from 'node:crypto';
import { forgetOldLinks } from '../invitations/links.repo';
import { claimMail } from './mail-queue.repo';
import { sendInvitationMail, type MailDeps } from './send-invitation-mail';

/** Mails that one process sends at the same time, so that a slow server does not hold up the rest. */
const LANES = 4;
/** The queue is looked at this often; for retries, and for mails that another process queued and could not send. */
const POLL_MS = 5_000;
const CLEANING_INTERVAL_MS = 60 * 60_000;

export interface MailWorker {
  /** A mail was queued: look at once. */
  notify(): void;
  /** Resolves when no mail is under way. */
  settled(): Promise<void>;
  /** Finishes the mails under way and takes no more. */
  stop(): Promise<void>;
}

/** Sends every mail that is due, several at a time; for how many it tried. Any number of processes may do so at once. */
export async function sendDueMails(
  deps: MailDeps,
  goOn: () => boolean = () => true,
): Promise<number> {
  let tried = 0;
  async function lane(): Promise<void> {
    try {
      while (goOn()) {
        const claimed = await claimMail(deps.db, randomUUID(), deps.clock());
        if (!claimed) return;
        tried += 1;
        await sendInvitationMail(deps, claimed);
      }
    } catch (error) {
      // The database is away, say. Claims run out by themselves.
      deps.log.error({ err: error }, 'The mail queue could not be worked on');
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return tried;
}

/** Works on the mail queue until it is stopped. */
export function startMailWorker(deps: MailDeps): MailWorker {
  let stopped = false;
  let notified = false;
  let running: Promise<void> | undefined;
  let cleanedAt = 0;

  async function run(): Promise<void> {
    if (Date.now() - cleanedAt > CLEANING_INTERVAL_MS) {
      cleanedAt = Date.now();
      await forgetOldLinks(deps.db, deps.clock());
    }
    await sendDueMails(deps, () => !stopped);
  }

  function notify(): void {
    if (stopped) return;
    if (running) {
      notified = true;
      return;
    }
    notified = false;
    running = run()
      .catch((error: unknown) => deps.log.error({ err: error }, 'The mail worker stumbled'))
      .finally(() => {
        running = undefined;
        if (notified) notify();
      });
  }

  async function settled(): Promise<void> {
    if (!running) return;
    await running;
    // A mail that was queued meanwhile has begun the next round.
    await settled();
  }

  const timer = setInterval(notify, POLL_MS);
  // Waiting for mail to send is no reason for a process to stay.
  timer.unref();
  notify();
  return {
    notify,
    settled,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
