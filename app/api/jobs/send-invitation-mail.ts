import type { Log } from '~/lib/log';
import { createToken, hashToken } from '../auth/tokens';
import type { Db } from '../db/connect.server';
import { LINK_LIFETIME_MS } from '../invitations/invitations';
import {
  findInvitation,
  lockPendingInvitation,
  setMailState,
} from '../invitations/invitations.repo';
import { insertLink, replaceOlderLinks } from '../invitations/links.repo';
import { writeInvitationMail } from '../mail/invitation-mail';
import { MailDelayedError, MailRejectedError, type Mailer } from '../mail/mailer';
import { postponeClaimed, removeClaimed, type ClaimedMail } from '../mail/mail-queue.repo';

export interface MailDeps {
  db: Db;
  mailer: Mailer;
  clock: () => Date;
  log: Log;
  /** Address of this service, without a slash at the end. */
  publicUrl: string;
}

/** 30 s, 1 min, 2 min ... 1 h between attempts: about a day in all. */
const FIRST_PAUSE_MS = 30_000;
const PAUSE_LIMIT_MS = 60 * 60_000;
const ATTEMPT_LIMIT = 30;

/** The pause after attempt number `attempt` (from 1) failed. */
export function retryPause(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_LIMIT_MS);
}

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/**
 * Sends a claimed invitation mail and stores the result on the invitation. The link is created here, and the database
 * only gets its hash: the link itself is in the mail and nowhere else. An older link works until the mail with the new
 * one has been sent.
 */
export async function sendInvitationMail(deps: MailDeps, claimed: ClaimedMail): Promise<void> {
  const { db, mailer, clock } = deps;
  const invitation = await findInvitation(db, claimed.invitationId);
  if (invitation?.status !== 'pending') {
    await removeClaimed(db, claimed);
    return;
  }
  const token = createToken();
  const now = clock();
  const link = {
    tokenHash: hashToken(token),
    invitationId: invitation.id,
    createdAt: now,
    expiresAt: after(now, LINK_LIFETIME_MS),
  };
  // Before the mail is sent: a recipient who opens it at once finds a valid link.
  await insertLink(db, link);
  try {
    await mailer.send(
      writeInvitationMail({
        email: invitation.email,
        role: invitation.role,
        condoName: invitation.condo.name,
        apartmentNumber: invitation.apartment?.apartment_number ?? null,
        link: `${deps.publicUrl}/invitations/accept?token=${token}`,
        expiresAt: link.expiresAt,
      }),
    );
  } catch (error) {
    // The link stays valid: the mail may have been sent even though the server's response was lost.
    await noteFailure(deps, claimed, error);
    return;
  }
  await settle(db, claimed, async (tx) => {
    // Resend, or another process, has started a newer attempt: its link counts.
    if (!(await removeClaimed(tx, claimed))) return;
    await replaceOlderLinks(tx, link, clock());
    const sent = { state: 'sent' as const, detail: null, expiresAt: link.expiresAt };
    await setMailState(tx, invitation.id, sent, clock());
  });
}

async function noteFailure(
  { db, clock, log }: MailDeps,
  claimed: ClaimedMail,
  error: unknown,
): Promise<void> {
  const { invitationId, attempt } = claimed;
  const isRejected = error instanceof MailRejectedError;
  const known = isRejected || error instanceof MailDelayedError;
  const reason = known ? error.message : 'The mail could not be sent';
  log.warn({ err: error, invitationId, attempt }, 'An invitation mail could not be sent');
  await settle(db, claimed, async (tx) => {
    const now = clock();
    if (isRejected || attempt >= ATTEMPT_LIMIT) {
      if (!(await removeClaimed(tx, claimed))) return;
      const detail = isRejected ? reason : `Failed after ${attempt} attempts. ${reason}`;
      await setMailState(tx, invitationId, { state: 'failed', detail }, now);
    } else if (await postponeClaimed(tx, claimed, after(now, retryPause(attempt)))) {
      const detail = `${reason}. It will be tried again.`;
      await setMailState(tx, invitationId, { state: 'queued', detail }, now);
    }
  });
}

/** Ends a claim in one transaction. The invitation is locked first, as every writer of it and its mail does. */
async function settle(
  db: Db,
  { invitationId }: ClaimedMail,
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await lockPendingInvitation(tx, invitationId)) await write(tx);
  });
}
