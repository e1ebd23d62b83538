import { createPasswordLink } from '../auth/password-links.repo';
import { findAccountById } from '../auth/accounts.repo';
import { writeLinkMail } from '../mail/link-mail';
import { t } from '~/lib/texts';
import { inLanguageOf, type MailJob } from './mail-job';

/** How long a mailed link to reset a password works. */
export const RESET_LINK_LIFETIME_MS = 60 * 60_000;

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
