import { createPasswordLink } from '../auth/password-links.repo';
import { findAccountById } from '../auth/accounts.repo';
import { writeResetMail } from '../mail/reset-mail';
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
        writeResetMail({
          email: account.email,
          link: `${publicUrl}/set-password?token=${token}`,
        }),
      ),
      noteSent: () => Promise.resolve(),
    };
  },
  lock: () => Promise.resolve(true),
  noteState: () => Promise.resolve(),
};
