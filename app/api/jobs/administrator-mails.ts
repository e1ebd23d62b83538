import { createAdministratorLink } from '../administrators/administrator-links';
import { findPendingInvitation, pending } from '../administrators/administrator-invitations.repo';
import { worksOnceUntil, writeLinkMail } from '../mail/link-mail';
import { t } from '~/lib/texts';
import { inLanguageOf, type MailJob } from './mail-job';

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
      (await pending.lock(tx, id)) ? createAdministratorLink(tx, id, publicUrl, clock()) : null,
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
        pending.setMailState(tx, id, { state: 'sent', detail: null, expiresAt }, now),
    };
  },
  lock: pending.lock,
  noteState: pending.setMailState,
};
