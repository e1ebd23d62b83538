import { randomUUID } from 'node:crypto';
import { startBackgroundTask, together, type BackgroundTask } from '~/lib/background-task';
import { claimMail } from '../mail/mail-queue.repo';
import type { MailDeps } from './mail-jobs';
import { sendClaimedMail } from './send-mail';

/** Mails that one process sends at the same time, so that a slow server does not delay the rest. */
const LANES = 4;
/** Poll interval of the queue; for retries, and for mails that another process queued and could not send. */
const POLL_MS = 5_000;

/** Sends one due mail after the other until none is due; returns the number of attempts. */
async function sendUntilNoneIsDue(deps: MailDeps, stopping: AbortSignal): Promise<number> {
  let tried = 0;
  try {
    while (!stopping.aborted) {
      const claimed = await claimMail(deps.db, randomUUID(), deps.clock());
      if (!claimed) break;
      tried += 1;
      await sendClaimedMail(deps, claimed);
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

/** Processes the mail queue until it is stopped. A lane with a slow recipient blocks none of the others. */
export function startMailWorker(deps: MailDeps): BackgroundTask {
  return together(
    Array.from({ length: LANES }, () =>
      startBackgroundTask(async (stopping) => void (await sendUntilNoneIsDue(deps, stopping)), {
        intervalMs: POLL_MS,
        onError: (err) => deps.log.error({ err }, 'The mail worker failed'),
      }),
    ),
  );
}
