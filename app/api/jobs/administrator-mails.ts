import { createAdministratorLink } from '../administrators/administrator-links';
import { findPendingInvitation, pending } from '../administrators/administrator-invitations.repo';
import { writeAdministratorMail } from '../mail/administrator-mail';
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
        writeAdministratorMail({ email: invitation.email, link, expiresAt }),
      ),
      noteSent: (tx, now) =>
        pending.setMailState(tx, id, { state: 'sent', detail: null, expiresAt }, now),
    };
  },
  lock: pending.lock,
  noteState: pending.setMailState,
};
