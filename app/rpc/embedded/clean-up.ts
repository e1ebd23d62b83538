import { lt, lte } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { startBackgroundTask, type BackgroundTask } from '~/platform/background-task';
import type { Settings } from '~/platform/settings.server';
import { removeEndedInvitations } from '~/accounts/server/administrator-invitations.repo';
import { removeExpiredCounters } from '~/accounts/server/attempt-limits';
import { removeOldFailedSignIns } from '~/accounts/server/failed-sign-ins.repo';
import { ENDED_LINKS_KEPT_DAYS } from '~/accounts/server/password-links.repo';
import { removeExpiredSessions } from '~/accounts/server/sessions.repo';
import {
  apiTokens,
  passkeyChallenges,
  passwordLinks,
  providerSignIns,
} from '~/platform/database/schema/account';
import type { Db } from '~/platform/database/connect.server';
import { removeOldHistory } from '~/history/server/ageing.repo';
import { jobRuns } from '~/platform/database/schema/operations';
import { runJob } from '~/platform/database/run-job';
import { invitationLinks } from '~/platform/database/schema/records';
import { replaceTableChanges } from '~/platform/database/table-changes.repo';
import type { ApiDeps } from './deps';
import { removeAcceptedInvitations } from '~/invitations/server/repo';
import { queueProposalMails } from '~/proposals/server/proposal-mail';
import { removeOldProposals } from '~/proposals/server/proposals.repo';
import { removeOldMailFiles } from '~/platform/mail/file-mailer.server';

export interface CleanUpDeps extends Pick<ApiDeps, 'db' | 'clock' | 'log'> {
  /** Folder of the mails that a process without a mail server writes. */
  mailFolder: string;
  settings: Pick<Settings, 'keepMailFilesDays' | 'keepInvitationsDays' | 'historyDays'>;
}

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** Interval at which a process checks whether an hour has passed. */
const POLL_MS = 10 * 60_000;

/**
 * Removes expired data: files in this process's own folder, and rows unless another process has removed
 * them within the hour. Also queues the daily mails. Each step is a separate statement, and a failed step
 * does not stop the others.
 */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  const { db, log, mailFolder, settings } = deps;
  const now = deps.clock();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const kept = daysAgo(settings.keepInvitationsDays);
  const { historyDays } = settings;
  const keptHistory = historyDays === undefined ? null : daysAgo(historyDays);
  const files = () => removeOldMailFiles(mailFolder, daysAgo(settings.keepMailFilesDays));
  const rows = [
    () => removeExpiredSessions(db, now),
    () => removeExpiredCounters(db),
    () => removeEndedBefore(db, passwordLinks, daysAgo(ENDED_LINKS_KEPT_DAYS)),
    () => removeEndedBefore(db, passkeyChallenges, now),
    () => removeEndedBefore(db, apiTokens, now),
    () => removeEndedBefore(db, providerSignIns, now),
    () => removeAcceptedInvitations(db, kept),
    () => removeEndedBefore(db, invitationLinks, kept),
    () => removeEndedInvitations(db, kept),
    () => removeOldFailedSignIns(db, now),
    () => removeOldProposals(db, now),
    () => replaceTableChanges(db),
    () => removeOldHistory(db, keptHistory, now),
    () => queueProposalMails(db, now),
  ];
  const isOurs = await claimRun(db, now);
  for (const [number, step] of (isOurs ? [files, ...rows] : [files]).entries()) {
    await runJob(log, `Step ${number} of the clean-up failed`, step);
  }
}

/** Removes challenges, tokens or links that ended before a time. Until then old links say why they ended. */
async function removeEndedBefore(db: Db, ended: PgTable & { expires_at: PgColumn }, before: Date) {
  await db.delete(ended).where(lt(ended.expires_at, before));
}

/** Cleans up now and every hour. `notify` starts an overdue run on platforms that freeze the process. */
export function startCleanUp(deps: CleanUpDeps): BackgroundTask {
  let dueAt = 0;
  const isDue = () => deps.clock().getTime() >= dueAt;
  async function work(): Promise<void> {
    if (!isDue()) return;
    dueAt = deps.clock().getTime() + INTERVAL_MS;
    await runJob(deps.log, 'The clean-up failed', () => cleanUp(deps));
  }
  const task = startBackgroundTask(work, POLL_MS);
  return { ...task, notify: () => void (isDue() && task.notify()) };
}

/** Claims the removal of rows; false if any process has claimed it within the hour. */
async function claimRun(db: Db, now: Date): Promise<boolean> {
  const notSince = new Date(now.getTime() - INTERVAL_MS);
  const { rowCount } = await db
    .insert(jobRuns)
    .values({ name: 'clean-up', started_at: now })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { started_at: now },
      setWhere: lte(jobRuns.started_at, notSince),
    });
  return rowCount === 1;
}
