import { inLanguage } from '~/lib/in-language.server';
import { ENGLISH, t } from '~/lib/texts';
import {
  createAdministratorLink,
  findPendingInvitation,
  pending as pendingAdministrators,
} from '../administrators/administrator-invitations.repo';
import { findAccountById } from '../auth/accounts.repo';
import { createPasswordLink } from '../auth/password-links.repo';
import { createToken, hashToken } from '../auth/tokens';
import type { Db } from '../db/connect.server';
import type { ApiDeps } from '../deps';
import { LINK_LIFETIME_MS } from '../invitations/invitations';
import { findInvitation, pending } from '../invitations/invitations.repo';
import { insertLink, replaceOlderLinks } from '../invitations/links.repo';
import { writeInvitationMail } from '../mail/invitation-mail';
import { worksOnceUntil, writeLinkMail } from '../mail/link-mail';
import type { Mailer, OutgoingMail } from '../mail/mailer';

export interface MailDeps extends Pick<ApiDeps, 'db' | 'clock' | 'log'> {
  mailer: Mailer;
  /** Address of this service, without a slash at the end. */
  publicUrl: string;
  /** The language of mails whose record says none. */
  defaultLanguage?: string;
  /** Removes mails that are kept as files. */
  removeMailsTo?: (email: string) => Promise<void>;
}

/** The parts of a mail job that differ by kind; `id` is the record's. */
export interface MailJob {
  /** How often a mail is tried before it counts as failed. */
  attempts: number;
  /**
   * Writes the mail with a new link, whose hash alone is stored: the link itself is in the mail and nowhere else. Null:
   * the mail is no longer needed.
   */
  write: (deps: MailDeps, id: number) => Promise<WrittenMail | null>;
  /** Locks the record first, as every writer of it and its mail does; false when it is no longer there. */
  lock: (tx: Db, id: number) => Promise<boolean>;
  noteState: (tx: Db, id: number, state: MailState, now: Date) => Promise<void>;
}

/** The state of a mail as its record shows it. */
interface MailState {
  state: 'queued' | 'failed';
  detail: string;
}

interface WrittenMail {
  mail: OutgoingMail;
  /** Stores that it was sent, in the transaction that ends the claim. */
  noteSent: (tx: Db, now: Date) => Promise<void>;
}

/** Writes a mail in the language of its record. */
function inLanguageOf<T>(
  { language }: { language: string | null },
  { defaultLanguage = ENGLISH.code }: MailDeps,
  write: () => T,
): T {
  return inLanguage(language ?? defaultLanguage, write);
}

/** Invitations to become a super administrator. */
export const administratorMails: MailJob = {
  // About a day in all.
  attempts: 30,
  async write(deps, id) {
    const { db, clock, publicUrl } = deps;
    const invitation = await findPendingInvitation(db, id);
    if (!invitation) return null;
    const created = await db.transaction(async (tx) =>
      // It may be withdrawn at this moment.
      (await pendingAdministrators.lock(tx, id))
        ? createAdministratorLink(tx, id, publicUrl, clock())
        : null,
    );
    if (!created) return null;
    const { link, expiresAt } = created;
    return {
      mail: inLanguageOf(invitation, deps, () =>
        writeLinkMail({
          to: invitation.email,
          subject: t`Your invitation to Condo Admin`,
          reason: t`You have been invited to become an administrator of Condo Admin.`,
          instruction: t`Open this link to accept:`,
          button: t`Accept the invitation`,
          link,
          validity: worksOnceUntil(expiresAt),
          unexpected: t`If you did not expect this invitation, you can ignore this e-mail.`,
        }),
      ),
      noteSent: (tx, now) =>
        pendingAdministrators.setMailState(tx, id, { state: 'sent', detail: null, expiresAt }, now),
    };
  },
  lock: pendingAdministrators.lock,
  noteState: pendingAdministrators.setMailState,
};

/** Invitations to a building. An older link works until the mail with the new one has been sent. */
export const invitationMails: MailJob = {
  // About a day in all.
  attempts: 30,
  async write(deps, id) {
    const { db, clock, publicUrl } = deps;
    const invitation = await findInvitation(db, id);
    if (invitation?.status !== 'pending') return null;
    const token = createToken();
    const now = clock();
    const link = {
      token_hash: hashToken(token),
      invitation_id: id,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFETIME_MS),
    };
    // Before the mail is sent: a recipient who opens it at once finds a valid link.
    await insertLink(db, link);
    return {
      mail: inLanguageOf(invitation, deps, () =>
        writeInvitationMail({
          email: invitation.email,
          role: invitation.role,
          condoName: invitation.condo.name,
          apartmentNumber: invitation.apartment?.apartment_number ?? null,
          link: `${publicUrl}/invitations/accept?token=${token}`,
          expiresAt: link.expires_at,
        }),
      ),
      async noteSent(tx, sentAt) {
        await replaceOlderLinks(tx, link, sentAt);
        const sent = { state: 'sent' as const, detail: null, expiresAt: link.expires_at };
        await pending.setMailState(tx, id, sent, sentAt);
      },
    };
  },
  lock: pending.lock,
  noteState: pending.setMailState,
};

/** How long a mailed link to reset a password works. */
const RESET_LINK_LIFETIME_MS = 60 * 60_000;

/** Links to reset a forgotten password. No record shows the state of these mails. */
export const resetMails: MailJob = {
  // About an hour in all: nobody waits longer for a link.
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
      noteSent: () => Promise.resolve(),
    };
  },
  lock: () => Promise.resolve(true),
  noteState: () => Promise.resolve(),
};
