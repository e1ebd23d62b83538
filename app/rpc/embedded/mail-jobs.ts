import { ENGLISH, t } from '~/language/texts';
import {
  findPendingInvitation,
  pending as pendingAdministrators,
} from '~/accounts/server/administrator-invitations.repo';
import { findAccountById } from '~/accounts/server/accounts.repo';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import type { Db } from '~/platform/database/connect.server';
import type { ApiDeps } from './deps';
import { findInvitation, pending, replaceOlderLinks } from '~/invitations/server/repo';
import type { MailState, PendingInvitations } from '~/invitations/server/pending-invitations';
import {
  writeAdministratorMail,
  writeInvitationMail,
  type InvitationLink,
} from '~/invitations/server/invitation-mail';
import { findProposalMail, setLastMail, writeProposalMail } from '~/proposals/server/proposal-mail';
import { findNotified } from '~/users/server/associations.repo';
import { writeTenancyMail } from '~/users/server/tenancy-mail';
import { writeLinkMail } from '~/platform/mail/link-mail';
import type { MailKind } from '~/platform/mail/mail-queue.repo';
import type { Mailer, OutgoingMail } from '~/platform/mail/mailer';
import { inLanguage } from '~/platform/http/page-language.server';

export interface MailDeps extends Pick<ApiDeps, 'db' | 'clock' | 'log'> {
  mailer: Mailer;
  /** Address of this service, without a slash at the end. */
  publicUrl: string;
  /** Language of mails whose record has none. */
  defaultLanguage?: string;
}

/** The parts of a mail job that differ by kind. `id` is the id of the record. */
interface MailJob {
  /** Number of attempts until a mail counts as failed. */
  attempts: number;
  /** Writes the mail with a new link; null if the mail is no longer needed. */
  write: (deps: MailDeps, id: number) => Promise<WrittenMail | null>;
  /** Locks the record first, like every writer of it and its mail. Returns false if it no longer exists. */
  lock: (tx: Db, id: number) => Promise<boolean>;
  setState?: (tx: Db, id: number, state: MailState, now: Date) => Promise<void>;
}

interface WrittenMail {
  mail: OutgoingMail;
  /** Stores that the mail was sent, in the transaction that ends the claim, for records that show it. */
  markSent?: (tx: Db, now: Date) => Promise<void>;
}

function inLanguageOf<T>(
  { language }: { language: string | null },
  { defaultLanguage = ENGLISH.code }: MailDeps,
  write: () => T,
): T {
  return inLanguage(language ?? defaultLanguage, write);
}

/**
 * A job of invitations: a mail with a new link, while the invitation is pending.
 * @param replaceOlder ends the older links, which work until the mail with the new one has been sent
 */
function invitationJob<Invitation extends { language: string | null }>(
  statements: PendingInvitations,
  find: (db: Db, id: number) => Promise<Invitation | null>,
  writeMail: (invitation: Invitation, link: InvitationLink) => OutgoingMail,
  replaceOlder?: typeof replaceOlderLinks,
): MailJob {
  return {
    // The attempts take about a day.
    attempts: 30,
    async write(deps, id) {
      const { db, clock, publicUrl } = deps;
      const now = clock();
      // The link is stored before the mail is sent, so that a fast recipient finds it valid. Under the lock
      // nobody can give the invitation another address.
      const written = await db.transaction(async (tx) => {
        const invitation = (await statements.lock(tx, id)) ? await find(tx, id) : null;
        if (!invitation) return null;
        return { invitation, link: await statements.createLink(tx, id, publicUrl, now) };
      });
      if (!written) return null;
      const { invitation, link } = written;
      const { expiresAt } = link;
      return {
        mail: inLanguageOf(invitation, deps, () => writeMail(invitation, link)),
        async markSent(tx, sentAt) {
          await replaceOlder?.(tx, { invitation_id: id, created_at: now }, sentAt);
          await statements.setMailState(tx, id, { state: 'sent', detail: null, expiresAt }, sentAt);
        },
      };
    },
    lock: statements.lock,
    setState: statements.setMailState,
  };
}

async function findAddressed(db: Db, id: number) {
  const invitation = await findInvitation(db, id);
  const email = invitation?.email ?? null;
  return invitation && email !== null ? { ...invitation, email } : null;
}

const RESET_LINK_LIFETIME_MS = 60 * 60_000;

/** Links to reset a forgotten password. No record shows the state of these mails. */
const resetMails: MailJob = {
  // The attempts take about an hour, since nobody waits longer for a link.
  attempts: 8,
  async write(deps, userId) {
    const { db, clock, publicUrl } = deps;
    const account = await findAccountById(db, userId);
    if (!account?.is_active) return null;
    const now = clock();
    const expiresAt = new Date(now.getTime() + RESET_LINK_LIFETIME_MS);
    const link = { userId, kind: 'password_reset', expiresAt } as const;
    const token = await createPasswordLink(db, link, now);
    return {
      mail: inLanguageOf(account, deps, () =>
        writeLinkMail({
          to: account.email,
          subject: t`Set a new password for Condo Admin`,
          reason: t`Someone asked for a new password for the account of this e-mail address.`,
          instruction: t`Open this link to set one:`,
          button: t`Set a new password`,
          link: `${publicUrl}/set-password?token=${token}`,
          validity: t`The link works once, for one hour.`,
          unexpected: t`If it was not you, you can ignore this e-mail: your password stays as it is.`,
        }),
      ),
    };
  },
  lock: async (tx, userId) => (await findAccountById(tx, userId))?.is_active ?? false,
};

/** Mails about an association. Deleting the association removes its mail. No record shows their state. */
const tenancyMails: MailJob = {
  attempts: 30,
  async write(deps, id) {
    const tenancy = await findNotified(deps.db, id);
    if (!tenancy) return null;
    return { mail: inLanguageOf(tenancy, deps, () => writeTenancyMail(tenancy)) };
  },
  lock: async (tx, id) => (await findNotified(tx, id)) !== null,
};

/** Daily mails about open proposals (docs/behaviour/proposals.md). No record shows their state. */
const proposalMails: MailJob = {
  // The attempts take about an hour, as the next day brings another mail.
  attempts: 8,
  async write(deps, userId) {
    const daily = await findProposalMail(deps.db, userId, deps.clock());
    if (!daily) return null;
    return {
      mail: inLanguageOf(daily, deps, () => writeProposalMail(daily, deps.publicUrl)),
      markSent: (tx, now) => setLastMail(tx, userId, now),
    };
  },
  lock: resetMails.lock,
};

export const MAIL_JOBS: Readonly<Record<MailKind, MailJob>> = {
  invitation: invitationJob(pending, findAddressed, writeInvitationMail, replaceOlderLinks),
  administrator_invitation: invitationJob(
    pendingAdministrators,
    findPendingInvitation,
    writeAdministratorMail,
  ),
  password_reset: resetMails,
  tenancy: tenancyMails,
  proposals: proposalMails,
};
